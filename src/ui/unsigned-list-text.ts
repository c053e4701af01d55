import type {SignatureProblem} from '../core/trust/ssh/judge-signature.ts';
import {SIGNED_FOR, signCommand, type UnsignedList} from '../core/trust/unsigned-list.ts';
import {unreachable} from '../lib/unreachable.ts';
import type {FailureText} from './failure-words.ts';

/** Returns why a list of digests is not accepted, and the command that signs it. */
export function unsignedListText({list, problem}: UnsignedList): FailureText {
  const sign = signCommand(list);
  return {
    message: `The digests in ${list} (GANTRY_ALLOW) are not accepted: ${because(list, problem)}; nothing was done.`,
    hint:
      problem.reason === 'none' || problem.reason === 'namespace'
        ? `Sign it with a key of GANTRY_ALLOW_KEYS: ${sign}`
        : `Check what the list allows. If it is correct, sign it with a key of GANTRY_ALLOW_KEYS: ${sign}`,
  };
}

function because(list: string, problem: SignatureProblem): string {
  const file = `${list}.sig`;
  switch (problem.reason) {
    case 'none':
      return `GANTRY_ALLOW_KEYS is set, and the list has no signature (${file})`;
    case 'namespace':
      return `${file} was made for the namespace "${problem.found}", not for ${SIGNED_FOR}`;
    case 'unknown-key':
      return `${file} was made with the key ${problem.key}, which GANTRY_ALLOW_KEYS does not list`;
    case 'other-namespaces':
      return `${file} was made with the key ${problem.key}, which GANTRY_ALLOW_KEYS lists for ${problem.namespaces.join(', ')} only`;
    case 'not-yet':
      return `${file} was made with the key ${problem.key}, which GANTRY_ALLOW_KEYS lists from ${problem.at} on`;
    case 'ended':
      return `${file} was made with the key ${problem.key}, which GANTRY_ALLOW_KEYS lists until ${problem.at}`;
    case 'other-text':
      return `${file} is not a signature of this text. The list was changed after it was signed with the key ${problem.key}, or the signature is forged`;
    default:
      return unreachable(problem);
  }
}
