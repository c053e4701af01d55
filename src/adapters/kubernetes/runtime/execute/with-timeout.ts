import type {HealthSubject} from '../../../../core/readiness/health-rule.ts';
import type {UserHealthOf} from '../../../../core/readiness/user-health.ts';
import {groupVersion} from '../../../../core/resource/identity.ts';
import type {PlannedChange} from '../../../../ports/planned-change.ts';

/** Returns the change with the timeout of the health rule of its object. */
export function withTimeout(
  health: UserHealthOf | undefined,
  subject: Omit<HealthSubject, 'group'>,
  change: PlannedChange,
): PlannedChange {
  const timeoutMs = health?.({...subject, ...groupVersion(subject.apiVersion)})?.timeoutMs;
  return timeoutMs === undefined ? change : {...change, timeoutMs};
}
