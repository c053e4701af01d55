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
  readonly id: string;
  /** A field to explain; without it the whole resource. */
  readonly path?: string | undefined;
};

/** Another resource of the stack that this one depends on, or that depends on it. */
export type Neighbour = {
  readonly id: string;
  /** A predicate whose subject is the later id: `uses Secret shop/db`. */
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
  /** The current health, if the object is not ready; absent for a single field. */
  readonly health?: Pick<ObjectHealth, 'health' | 'message' | 'trouble'> | undefined;
  readonly effects?: readonly Effect[];
  /** The field changes: of the whole resource, or of the field. */
  readonly changes: readonly FieldChange[];
  readonly field?: FieldExplanation;
  /** The managers of the live object, with the number of fields of each. */
  readonly owners: readonly Holding[];
  readonly needs: readonly Neighbour[];
  readonly neededBy: readonly Neighbour[];
  /** The ids that an apply must change, and see ready, before this one. */
  readonly waitsFor: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Explains why a resource, or one of its fields, has its current value and changes. Uses the same plan as a preview and writes nothing.
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

/** Reports whether a change is about the field itself, a part of it, or a value that contains it. */
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
