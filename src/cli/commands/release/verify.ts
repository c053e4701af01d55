import type {Command} from 'commander';
import type {verifyReleases} from '../../../app/release/verify-releases.ts';
import {GantryError} from '../../../core/failure/failure.ts';
import {defined} from '../../../lib/defined.ts';
import {verifyHistoryDocument, verifyHistoryText} from '../../../ui/text/release/verify-history-text.ts';
import {EXIT} from '../../exit-code.ts';
import {checkOutputFile} from '../../output-file.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry release verify`. Tests pass their own. */
export type VerifyReleases = typeof verifyReleases;

const verifyLazily: VerifyReleases = async (request, deps) =>
  (await import('../../../app/release/verify-releases.ts')).verifyReleases(request, deps);

type Request = Parameters<VerifyReleases>[0];
type Flags = {
  readonly signers?: string;
  readonly certificateIdentity?: string;
  readonly certificateOidcIssuer?: string;
  readonly trustedRoot?: string;
  readonly save?: string;
  readonly contains?: string;
};

const checkFile: Request['checkFile'] = (named, isOwn) =>
  checkOutputFile({flag: '--save', file: named, kind: 'a chain of releases', isOwn});

/** Defines `gantry release verify`: follows the chain of a release history, and checks each document and each signature. */
export const defineReleaseVerify = (command: Command, open: OpenSession, run: VerifyReleases = verifyLazily): Command =>
  command
    .argument('[file]', 'a file of "release verify --save", in place of the backend')
    .option('--signers <file>', 'the public keys that may sign; default: the signers of the workspace')
    .option('--trusted-root <file>', 'the trusted root of Sigstore, for signatures of --sign sigstore')
    .option(
      '--certificate-identity <identity>',
      'the identity that may sign by Sigstore, with --certificate-oidc-issuer',
    )
    .option('--certificate-oidc-issuer <issuer>', 'the issuer of that identity')
    .option('--save <file>', 'write the verified documents to a file, which can be verified without the backend')
    .option('--contains <file>', 'an earlier file of --save, which the history must contain')
    .action(async (file: string | undefined, {signers, trustedRoot, save, contains, ...certificate}: Flags) => {
      const identity = identityIn(certificate);
      const session = await open();
      const asked = defined({file, signers, identity, trustedRoot, save, contains});
      const found = await run({...session.globals.stack, ...asked, checkFile}, session.deps);
      await session.print({
        document: verifyHistoryDocument(found),
        text: () => verifyHistoryText(found),
        exitCode: found.isWhole ? EXIT.done : EXIT.refused,
      });
    });

function identityIn({certificateIdentity: identity, certificateOidcIssuer: issuer}: Flags): Request['identity'] {
  if (identity === undefined && issuer === undefined) return undefined;
  if (identity !== undefined && issuer !== undefined) return {identity, issuer};
  throw new GantryError({
    code: 'input/usage',
    message: 'an identity counts only with its issuer',
    hint: 'Give both: --certificate-identity IDENTITY --certificate-oidc-issuer ISSUER',
  });
}
