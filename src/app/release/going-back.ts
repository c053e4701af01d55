import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {describeAuthor} from '../../core/release/describe-holder.ts';
import type {Release} from '../../core/release/release.ts';

/** Returns the notes of a plan about the release that it applies again. */
export function goingBack(release: Release, current: Release | undefined): readonly Diagnostic[] {
  const {revision, phase, startedAt, by, rebuilt} = release;
  const isCurrent = current?.revision === revision;
  const what = isCurrent ? `applying the current revision ${revision} again` : `rolling back to revision ${revision}`;
  const unproven = rebuilt === undefined ? [] : [neverRun(release)];
  const made: Diagnostic = {
    severity: 'note',
    code: 'release/rollback',
    message: `${what} of ${startedAt} by ${describeAuthor(by)}`,
  };
  return phase === 'succeeded' ? [made, ...unproven] : [made, doubt(release)];
}

const neverRun = ({revision}: Release): Diagnostic => ({
  severity: 'warning',
  code: 'release/unproven',
  message: `revision ${revision} was rebuilt from the cluster and the files: no run has shown that it works`,
});

function doubt({revision, phase}: Release): Diagnostic {
  const message =
    phase === 'failed'
      ? `revision ${revision} failed when it was applied, and may fail again`
      : `revision ${revision} was interrupted: its desired state is known, but not whether it works`;
  return {severity: 'warning', code: 'release/unproven', message};
}
