import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {GantryError} from '../core/failure/failure.ts';
import type {Edges} from '../core/graph/edges.ts';
import type {FieldExplanation, Holding} from '../core/plan/explanation.ts';
import type {Action, Blocked, Change, Effect, FieldChange} from '../core/plan/plan.ts';
import type {ObjectHealth} from '../core/readiness/health.ts';
import {type SeriesNames, seriesText} from '../core/release/series-names.ts';
import {nearestId} from '../core/resource/nearest-id.ts';
import type {PlannedChange} from '../ports/planned-change.ts';
import type {Deps} from './deps.ts';
import {explainOrder} from './explain-order.ts';
import {preparePlan} from './plan/prepare-plan.ts';
import type {PreviewRequest} from './plan/release-requests.ts';

/** A resource of a preview to explain, or one field of it. */
export type ExplainRequest = PreviewRequest & {
  readonly id: string /** Of one field. */;
  readonly path?: string | undefined;
};

/** Another resource of the stack that this one comes after, or before. */
export type Neighbour = {
  readonly id: string;
  /** Goes on after the id of the later one: `uses Secret shop/db`. */
  readonly because: string;
  readonly action: Action;
};

/** The answer of `gantry why` in a workspace. */
export type ResourceExplanation = SeriesNames & {
  readonly formatVersion: 1;
  readonly id: string;
  readonly action: Action;
  readonly reason?: string | undefined;
  readonly verified: boolean;
  readonly blocked?: Blocked | undefined;
  /** How it is now, where it is not ready; not told of one field. */
  readonly health?: Pick<ObjectHealth, 'health' | 'message' | 'trouble'> | undefined;
  readonly effects?: readonly Effect[];
  /** What differs: of the whole resource, or of the field. */
  readonly changes: readonly FieldChange[];
  readonly field?: FieldExplanation;
  /** Who holds how many fields of the live object. */
  readonly owners: readonly Holding[];
  readonly needs: readonly Neighbour[];
  readonly neededBy: readonly Neighbour[];
  /** What an apply must do, and see ready, before this. */
  readonly waitsFor: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Why a resource, or one of its fields, is as it is and becomes what it becomes: by the same plan as a preview's. Writes nothing.
 * @throws GantryError resource/not-found, resource/no-such-field, and as preparePlan does.
 */
export async function explainResource(request: ExplainRequest, deps: Deps): Promise<ResourceExplanation> {
  const {id, path, ...preview} = request;
  await using prepared = await preparePlan(preview, deps, 'look');
  const {plan, changes, source, scope} = prepared;
  const {names} = source;
  const planned = changes.find(({change}) => change.id === id);
  if (planned === undefined) throw unknown(id, names, plan.changes);
  const {owners, field} = prepared.explain?.(id, path) ?? {owners: []};
  if (path !== undefined && (field === undefined || 'nearest' in field))
    throw new GantryError({code: 'resource/no-such-field', id, path, nearest: field?.nearest ?? []});
  const {fields, type: _, ...change} = planned.change;
  const health = path === undefined ? await prepared.healthOf(id) : undefined;
  return {
    formatVersion: 1,
    ...names,
    ...change,
    ...unready(health),
    changes: field === undefined || 'nearest' in field ? fields : fields.filter((one) => concerns(one, field.path)),
    ...(field === undefined || 'nearest' in field ? {} : {field}),
    owners,
    ...neighbours(planned, changes, explainOrder(scope.loaded)),
    diagnostics: plan.diagnostics.filter(({resource}) => resource === id),
  };
}

function unready(found: ObjectHealth | undefined): Pick<ResourceExplanation, 'health'> {
  if (found === undefined || found.health === 'ready') return {};
  const {health, message, trouble} = found;
  return {health: {health, message, trouble}};
}

/** The field itself, a part of it, or a whole that it is part of. */
const concerns = ({path}: FieldChange, asked: string): boolean => isWithin(path, asked) || isWithin(asked, path);

const isWithin = (part: string, whole: string): boolean =>
  part === whole || part.startsWith(`${whole}.`) || part.startsWith(`${whole}[`);

function neighbours(
  {change: {id}, after}: PlannedChange,
  changes: readonly PlannedChange[],
  edges: Edges,
): Pick<ResourceExplanation, 'needs' | 'neededBy' | 'waitsFor'> {
  const actions = new Map(changes.map(({change}) => [change.id, change.action]));
  const reasonOf = (later: string, earlier: string): string =>
    edges.get(later)?.get(earlier)?.because ??
    (actions.get(later) === 'delete' ? 'is needed by it' : 'is contained in it');
  const neighbour = (other: string, because: string): Neighbour[] => {
    const action = actions.get(other);
    return action === undefined ? [] : [{id: other, because, action}];
  };
  return {
    needs: after.flatMap((other) => neighbour(other, reasonOf(id, other))),
    neededBy: changes
      .filter((one) => one.after.includes(id))
      .flatMap(({change}) => neighbour(change.id, reasonOf(change.id, id))),
    waitsFor: after.filter((other) => !['unchanged', 'retain', undefined].includes(actions.get(other))),
  };
}

function unknown(id: string, names: SeriesNames, changes: readonly Change[]): GantryError {
  const nearest = nearestId(
    id,
    changes.map((change) => change.id),
  );
  const series = seriesText(names);
  return new GantryError({code: 'resource/not-found', series, id, ...(nearest === undefined ? {} : {nearest})});
}
