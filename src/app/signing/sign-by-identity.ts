import {GantryError} from '../../core/failure/failure.ts';
import {identityText, isListed, type SignKeyless} from '../../core/signature/keyless.ts';
import type {ReleaseSignature} from '../../core/signature/release-signature.ts';
import {type ReleaseStatement, statementText} from '../../core/signature/release-statement.ts';
import type {KnownSigners} from '../../core/signature/signature-rules.ts';

/**
 * Signs a statement with the identity of the pipeline, which must be a signer if any is known.
 * @throws GantryError release/not-signed
 */
export async function signByIdentity(
  about: ReleaseStatement,
  {keys, identities = []}: KnownSigners,
  sign: SignKeyless,
): Promise<ReleaseSignature> {
  const {workspace} = about;
  const statement = statementText(about);
  const made = await sign(statement);
  if ('problem' in made)
    throw new GantryError({code: 'release/not-signed', workspace, because: 'keyless', problem: made.problem});
  if (keys === undefined || isListed(identities, made.signer)) return {statement, sigstore: made.bundle};
  const identity = identityText(made.signer);
  throw new GantryError({code: 'release/not-signed', workspace, because: 'other-identity', identity});
}
