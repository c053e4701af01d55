import type {JsonObject} from '../../../../core/json.ts';
import type {Candidate} from './candidate.ts';
import type {PendingSubjects} from './pending-subjects.ts';
import type {PlannedObject} from './planned-object.ts';

type Absence = {
  readonly namespace: Promise<PlannedObject> | undefined;
  readonly missing: string | undefined;
  readonly live: JsonObject | undefined;
  readonly pending: PendingSubjects;
};

/** Returns why the server cannot verify an object yet: its kind or its namespace does not exist. */
export async function whyAbsent(
  {kind, identity}: Candidate,
  {namespace, missing, live, pending}: Absence,
): Promise<string | undefined> {
  if (kind.planned) return `its kind is created by ${pending.kindFrom(identity) ?? 'this plan'}`;
  if (identity.namespace !== undefined && identity.namespace === missing)
    return 'its namespace is created by this plan';
  if ((await namespace)?.change.action === 'create') return 'its namespace is created by this plan';
  const from = live === undefined ? pending.namespaceFrom(identity) : undefined;
  return from === undefined ? undefined : `its namespace is created by ${from}`;
}
