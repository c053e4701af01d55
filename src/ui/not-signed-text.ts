import type {NotSigned} from '../core/failure/not-signed.ts';
import {unreachable} from '../lib/unreachable.ts';
import type {FailureText} from './failure-words.ts';

/** Returns why a release cannot be signed, and what to do. */
export function notSignedText(failure: NotSigned): FailureText {
  const {recorded, workspace} = failure;
  const end = recorded === undefined ? 'nothing was changed' : `revision ${recorded} was recorded without a signature`;
  switch (failure.because) {
    case 'no-key':
      return {
        message: `The workspace "${workspace}" requires signed releases, and this run has no key; ${end}.`,
        hint: 'Name a key of one of its signers with --sign KEY or GANTRY_SIGN_KEY.',
      };
    case 'failed':
      return {
        message: `The release cannot be signed with the key ${failure.key}: ${failure.problem}; ${end}.`,
        hint: `Check that ssh-keygen can sign with it: ssh-keygen -Y sign -n gantry-release -f ${failure.key} FILE`,
      };
    case 'keyless':
      return {
        message: `The release cannot be signed by Sigstore: ${failure.problem}; ${end}.`,
        hint: 'A job needs an identity token: "permissions: {id-token: write}" in GitHub Actions, SIGSTORE_ID_TOKEN with the audience "sigstore" elsewhere. A key signs without servers: --sign KEY.',
      };
    case 'other-identity':
      return {
        message: `The identity ${failure.identity} may not sign releases of the workspace "${workspace}": its signers do not list the identity; ${end}.`,
        hint: `Run from a pipeline of its signers, or change signatures.sigstore of the workspace: gantry workspace show ${workspace}`,
      };
    case 'not-a-signer':
      return {
        message: `The key ${failure.key} may not sign releases of the workspace "${workspace}": ${failure.limit ?? 'its signers do not list the key'}; ${end}.`,
        hint: `Sign with another key, or change signatures.signers of the workspace: gantry workspace show ${workspace}`,
      };
    default:
      return unreachable(failure);
  }
}
