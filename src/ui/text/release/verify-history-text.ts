import type {VerifiedReleases} from '../../../app/release/verify-releases.ts';
import type {ChainFault, ChainStart} from '../../../core/release/chain.ts';
import {parseReleaseKey} from '../../../core/release/keys.ts';
import type {LostDocument} from '../../../core/release/lost-documents.ts';
import type {SignatureFault} from '../../../core/signature/signature-faults.ts';
import {defined} from '../../../lib/defined.ts';
import {count} from '../../count.ts';
import {failureText} from '../../failure-text.ts';
import {errorBody} from '../../json.ts';
import {printable} from '../../printable.ts';
import {signatureDocument, signatureLines} from './signature-text.ts';

/** Returns the result of `gantry release verify`: one line for each fault, with its revision and its place. */
export function verifyHistoryText(found: VerifiedReleases): string {
  const {project, stack, workspace, releases, linked, starts, faults, signatures = [], saved} = found;
  const sum = faults.length === 0 ? 'no fault found' : `${count(faults.length, 'fault')} found`;
  const lines = [
    ...faults.map(
      (one) => `${one.revision === undefined ? 'history' : `revision ${one.revision}`}  ${one.key}: ${faultText(one)}`,
    ),
    ...signatureLines(signatures),
    ...(found.uncountedSigners ?? []).map(uncountedText),
    ...starts.map(({revision, because}) => `The chain ${STARTS[because](revision)}.`),
    ...(found.isWithoutMacs === true ? [WITHOUT_MACS] : []),
    `Verified ${count(releases, 'release')} of ${project}/${stack} in ${workspace}, ${linked} of them linked by digest: ${sum}.`,
    ...(saved === undefined ? [] : [`Saved in ${saved}.`]),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

const uncountedText = (file: string): string =>
  `The signers in ${file} do not count, because a commit can change this file. Name signers with --signers FILE, or store the workspace in the backend.`;

const WITHOUT_MACS =
  'MACs are not checked, because a saved chain does not contain the key of the backend. Signatures and an earlier file (--contains) prove its content.';

const STARTS: Readonly<Record<ChainStart['because'], (revision: number) => string>> = {
  first: (revision) => `begins at revision ${revision}, the first release`,
  pruned: (revision) => `begins at revision ${revision}: the releases before it were pruned`,
  rebuilt: (revision) => `begins again at revision ${revision}, which was rebuilt from the cluster`,
  'earlier-version': (revision) => `begins at revision ${revision}, which an earlier version of Gantry recorded`,
  unreadable: (revision) => `is broken at revision ${revision}`,
};

/** Returns the JSON document of `gantry release verify`. Faults include their texts. */
export const verifyHistoryDocument = ({faults, signatures, ...found}: VerifiedReleases): unknown => ({
  ...found,
  ...defined({signatures: signatures?.map(signatureDocument)}),
  faults: faults.map((one) => {
    if (one.problem !== 'refused') return {...one, message: faultText(one)};
    const {failure, ...rest} = one;
    return {...rest, message: faultText(one), error: errorBody(failure)};
  }),
});

type Fault = VerifiedReleases['faults'][number];
type NamedFault = ChainFault | SignatureFault | LostDocument;

const faultText = (fault: Fault): string =>
  fault.problem === 'refused'
    ? failureText(fault.failure).message
    : FAULTS[fault.problem]({namedBy: undefined, detail: '', ...fault});

type Words = {readonly namedBy: string | undefined; readonly detail: string};

const FAULTS: Readonly<Record<NamedFault['problem'], (fault: Words) => string>> = {
  unsigned: () => 'it is not signed',
  'bad-signature': ({detail}) => `its signature is not valid: ${detail}`,
  'not-verified': () => 'it is signed by Sigstore, and no trusted root is known to verify it: --trusted-root FILE',
  'unknown-signer': ({detail}) => `it is signed by ${detail}, which is not one of the signers`,
  'other-backend': ({detail}) =>
    `it was signed for another backend: ${detail}. After a move or a restore, the next signed run ends this fault`,
  lost: () => 'the earlier file has it, and it was not found',
  rewritten: () => 'it differs from that in the earlier file',
  missing: ({namedBy}) => (namedBy === undefined ? 'not found' : `not found, but ${nameOf(namedBy)} names it`),
  changed: ({namedBy = ''}) => `it is not the document that ${nameOf(namedBy)} names: its digest is different`,
  fork: () => 'it is stored, but no later release and no head names it',
  'no-link': () => 'it names no release before it, but earlier ones are stored',
  order: ({namedBy = ''}) => `it names ${nameOf(namedBy)}, which is not older`,
};

function nameOf(key: string): string {
  const release = parseReleaseKey(key);
  return release === undefined ? 'the head' : `revision ${release.revision}`;
}
