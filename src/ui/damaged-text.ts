import type {Failure} from '../core/failure/failure.ts';

type Damaged = Extract<Failure, {code: 'release/damaged'}>;

/** What to do about a stored document that cannot be read. */
export function damagedHint({key, isNeeded, before}: Damaged): string {
  if (key.startsWith('locks/'))
    return 'See that no run of the stack is at work; then "gantry release unlock --force" frees it.';
  if (key.startsWith('pins/')) return '"gantry workspace trust NAME" binds the workspace to its cluster again.';
  if (key.startsWith('keys/'))
    return 'Bring it back from a copy of the backend. Where there is none, delete it; then "gantry release rebuild" makes the record of each stack anew.';
  if (key.startsWith('unlocks/'))
    return 'It only tells who broke a lock: bring it back from a copy of the backend, or delete it.';
  if (!key.startsWith('index/') && !key.endsWith('/head.json') && isNeeded !== true)
    return 'No plan needs it. The others can be read: "gantry release list" shows them.';
  const back =
    before === undefined
      ? ''
      : `; after that "gantry release rollback --to ${before}" goes back to the release before, which is whole`;
  return `"gantry release rebuild" makes the record anew from what the cluster has${back}.`;
}
