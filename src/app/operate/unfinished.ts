import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {describeHolder} from '../../core/release/describe-holder.ts';
import type {HeldState} from '../../core/release/held-state.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';

/** Warns about a run that has not ended: it is under way, or it died. None if there is none. */
export function unfinished({pending, last}: ReleaseHistory, holder: HeldState | undefined): readonly Diagnostic[] {
  if (pending === undefined) return [];
  const about = last === undefined ? 'the output shows its desired state' : 'the output shows the release before it';
  const message =
    holder === undefined
      ? `the run of revision ${pending.revision} did not end: ${about}`
      : `a run of ${describeHolder(holder.holder)} is in progress: ${about}`;
  const hint = holder === undefined ? {hint: 'The next "gantry apply" continues from the state that it left.'} : {};
  return [{severity: 'warning', code: 'release/unfinished-run', message, ...hint}];
}
