import type {Json, JsonObject} from '../../core/json.ts';
import {factDigests, headBase, secretDigests, specDigests, workspaceDigests} from '../../core/plan/plan-bases.ts';
import type {PlanBases} from '../../core/plan/plan-file.ts';
import {hasChanges} from '../../core/plan/summary.ts';
import {defined} from '../../lib/defined.ts';
import {isLookUp} from './asked-facts.ts';
import type {PreparedPlan} from './prepared-plan.ts';
import type {PreviewRequest} from './release-requests.ts';

/** Returns the inputs of a plan as digests, to be compared with those of a later plan. */
export function basesOf(
  {source, scope: {loaded}, records, changes, digestKey, secrets, saved}: PreparedPlan,
  {sameRun}: Pick<PreviewRequest, 'sameRun'> = {},
): PlanBases {
  const awaits = (sameRun?.earlier ?? []).filter(({plan}) => hasChanges(plan)).map(({name}) => name);
  const head = headBase(records.history.head);
  const facts = factDigests(lookUpsOf(source.answers), digestKey);
  return {
    spec: specDigests(loaded, digestKey),
    secrets: secretDigests(loaded, digestKey, secrets),
    workspace: workspaceDigests(source.chosen.workspace as JsonObject, digestKey),
    head,
    facts,
    ...defined({awaits: awaits.length === 0 ? undefined : awaits, terraform: saved?.bases}),
    objects: Object.fromEntries(changes.flatMap(({change, seen}) => (seen === undefined ? [] : [[change.id, seen()]]))),
  };
}

/**
 * Returns the answers to look-ups. The version of the cluster and its APIs count only by the objects that they lead to: otherwise each CRD
 * that somebody installs would make the plans of all charts stale.
 */
const lookUpsOf = (answers: ReadonlyMap<string, Json> | undefined): ReadonlyMap<string, Json> =>
  new Map([...(answers ?? [])].filter(([question]) => isLookUp(question)));
