import type {UntrustedDocument} from '../core/release/untrusted-document.ts';
import {SEALING_KEY} from '../core/sealing/sealing-document.ts';
import {unreachable} from '../lib/unreachable.ts';
import {REGISTER_AGAIN} from './damaged-text.ts';

/** Returns the message about a stored document that fails verification. */
export const untrustedText = (failure: UntrustedDocument): string =>
  `The stored document ${failure.key} is not trusted: ${because(failure)}; nothing was changed.`;

function because(failure: UntrustedDocument): string {
  const {released, found, objects} = failure;
  if (released !== undefined) return olderState(found, released);
  if (objects !== undefined)
    return `it is older than the cluster: Gantry wrote ${objects.join(', ')} after the newest release in it`;
  return reasonOf(failure);
}

function reasonOf({key, problem, found, known}: UntrustedDocument): string {
  const seen = known === undefined ? '' : `this machine has seen ${numberIn(key)} ${known.revision}`;
  switch (problem) {
    case 'wrong-mac':
      return 'its MAC is wrong. It was changed, copied from another location, or written without the key (keys/hmac)';
    case 'no-mac':
      return `it has no MAC${seen === '' ? ', and in this backend it must have one' : `, and ${seen} with one`}`;
    case 'other-key':
      return `its MAC was made with a different key than ${seen === '' ? 'the one that is now in the backend (keys/hmac)' : `that of the releases that this machine has seen (revision ${known?.revision})`}`;
    case 'no-key':
      return 'its MAC cannot be checked, because the key is missing from the backend (keys/hmac)';
    case 'other-data-key':
      return 'it was sealed with a data key that the backend does not have (keys/sealing.json). It is from an older copy, or the data key was replaced';
    case 'replayed':
      return `it is older than the version that this machine has seen: it ${leadsTo(key, found)}, and ${seen}`;
    case 'older-than-cluster':
      return 'it is older than the cluster';
    case 'gone':
      return `it no longer exists, and ${seen}`;
    default:
      return unreachable(problem);
  }
}

const numberIn = (key: string): string => (key === SEALING_KEY ? 'data key' : 'revision');

const leadsTo = (key: string, found = 0): string =>
  `${key === SEALING_KEY ? 'contains' : 'points to'} ${numberIn(key)} ${found}`;

/** Explains a Terraform state that is older than the newest release. */
const olderState = (found: number | undefined, released: number): string =>
  found === 0
    ? `it does not exist or has no number, and the newest release was recorded with state ${released}`
    : `it is state ${found} of the stack, and the newest release was recorded with state ${released}`;

/** Returns how to recover from a stored document that fails verification. */
export function untrustedHint({key, problem, known}: UntrustedDocument): string {
  if (key.startsWith('pins/')) return pinHint(problem);
  if (key === SEALING_KEY && known !== undefined)
    return `Find out who wrote this document: recipients that a rekey has removed may open it. Restore the newer one from a copy of the backend. To accept the stored document as it is, delete ${known.file} on this machine.`;
  if (key.startsWith('terraform/'))
    return 'Terraform would create resources again that are not in this state. Find out who wrote this document, and restore the newer one from a copy of the backend.';
  if (key.startsWith('shared/')) return `Find out who wrote this document. ${REGISTER_AGAIN}`;
  const rebuild = 'run "gantry release rebuild", which rebuilds the record from the cluster and ignores this document';
  const older =
    known === undefined ? '' : ` To accept the stored document as it is, delete ${known.file} on this machine.`;
  if (problem === 'older-than-cluster')
    return `Restore the newer documents from a copy of the backend. If they are lost, ${rebuild} (--force). Other programs must not write as the field manager gantry.`;
  if (problem === 'no-key') return `${BRING_BACK} If the key is lost, ${rebuild}. Do this once for each stack.`;
  if (problem === 'replayed' || problem === 'gone')
    return `If somebody put an older copy back on purpose, ${rebuild}. "gantry backend restore" is accepted without that.${older} Otherwise find out who wrote this document.`;
  if (/\/\d+-\d+\.json$/.test(key) && known === undefined)
    return `Find out who wrote this document. If it is the current release, ${rebuild}. No plan needs an older release.`;
  return `Find out who wrote this document. Then restore it from a copy of the backend, or ${rebuild}.`;
}

const BRING_BACK = 'Restore keys/hmac from a copy of the backend.';

function pinHint(problem: UntrustedDocument['problem']): string {
  const bind = 'bind the workspace to its cluster again with "gantry workspace trust NAME"';
  return problem === 'no-key'
    ? `${BRING_BACK} If the key is lost, ${bind}. Do this once for each workspace, then run "gantry release rebuild" once for each stack.`
    : `Find out who wrote this document. Then ${bind}.`;
}
