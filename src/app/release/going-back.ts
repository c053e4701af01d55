import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Release} from '../../core/release/release.ts';

/** What a plan says of the release that it makes again. */
export function goingBack(release: Release, current: Release | undefined): readonly Diagnostic[] {
  const {revision, phase, startedAt, by} = release;
  const isCurrent = current?.revision === revision;
  const what = isCurrent
    ? `applying once more the current revision ${revision}`
    : `rolling back to revision ${revision}`;
  const made: Diagnostic = {
    severity: 'note',
    code: 'release/rollback',
    message: `${what} of ${startedAt} by ${by.user}@${by.host}`,
  };
  return phase === 'succeeded' ? [made] : [made, doubt(release)];
}

function doubt({revision, phase}: Release): Diagnostic {
  const message =
    phase === 'failed'
      ? `revision ${revision} failed when it was applied, and may fail again`
      : `revision ${revision} was interrupted: what it wanted is known, but not whether it works`;
  return {severity: 'warning', code: 'release/unproven', message};
}
