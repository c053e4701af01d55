import type {UntrustedDocument} from '../core/release/untrusted-document.ts';
import {unreachable} from '../lib/unreachable.ts';

/** What was seen of a document that is not believed. */
export const untrustedText = (failure: UntrustedDocument): string =>
  `The stored ${failure.key} is not believed: ${because(failure)}; nothing was changed.`;

function because({problem, found, known}: UntrustedDocument): string {
  const seen = known === undefined ? '' : `this machine has seen revision ${known.revision}`;
  switch (problem) {
    case 'wrong-mac':
      return 'its MAC is wrong. It was changed, copied from another place, or written without the key (keys/hmac)';
    case 'no-mac':
      return `it has no MAC${seen === '' ? ', and in this backend it must have one' : `, and ${seen} with one`}`;
    case 'other-key':
      return `its MAC was made with another key than ${seen === '' ? 'the one that the backend has now (keys/hmac)' : `that of the releases that this machine has seen (revision ${known?.revision})`}`;
    case 'no-key':
      return 'its MAC cannot be checked, because the key is gone from the backend (keys/hmac)';
    case 'replayed':
      return `it is older than what this machine knows: it leads to revision ${found ?? 0}, and ${seen}`;
    case 'gone':
      return `there is none any more, and ${seen}`;
    default:
      return unreachable(problem);
  }
}

/** What to do about it. */
export function untrustedHint({key, problem, known}: UntrustedDocument): string {
  if (key.startsWith('pins/')) return pinHint(problem);
  const rebuild =
    '"gantry release rebuild" makes the record anew from what the cluster has, and believes nothing of this document';
  const older = known === undefined ? '' : ` To believe it as it is, delete ${known.file} on this machine.`;
  if (problem === 'no-key') return `${BRING_BACK} If it is lost, ${rebuild}: once for each stack.`;
  if (problem === 'replayed' || problem === 'gone')
    return `If somebody restored the backend from a backup on purpose, ${rebuild}.${older} Else find out who wrote it.`;
  if (/\/\d+-\d+\.json$/.test(key) && known === undefined)
    return `Find out who wrote it. If it is the current release, ${rebuild}. Of an older one, no plan needs it.`;
  return `Find out who wrote it. Then bring it back from a copy of the backend; or ${rebuild}.`;
}

const BRING_BACK = 'Bring keys/hmac back from a copy of the backend.';

function pinHint(problem: UntrustedDocument['problem']): string {
  const bind = '"gantry workspace trust NAME" binds the workspace to its cluster again';
  return problem === 'no-key'
    ? `${BRING_BACK} If it is lost, ${bind}: once for each workspace. "gantry release rebuild" is then needed once for each stack.`
    : `Find out who wrote it. Then ${bind}.`;
}
