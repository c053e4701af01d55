import type {LoadedResources} from '../config/load-resources.ts';
import type {ChartField} from '../core/chart/chart-field.ts';
import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {GantryError} from '../core/failure/failure.ts';
import type {JsonPath} from '../core/json.ts';
import type {FieldExplanation, Holding} from '../core/plan/explanation.ts';
import type {Action, Blocked, Effect, FieldChange} from '../core/plan/plan.ts';
import type {ObjectHealth} from '../core/readiness/health.ts';
import type {HistoryNames} from '../core/release/history-names.ts';
import {nearestId} from '../core/resource/nearest-id.ts';
import {splitField} from '../core/resource/split-field.ts';
import type {FieldLayer} from '../core/variation/explain-path.ts';
import {defined} from '../lib/defined.ts';
import type {Deps} from './deps.ts';
import {explainOrder} from './explain-order.ts';
import type {AskedField} from './explain-value.ts';
import {type Neighbourhood, neighbours} from './neighbours.ts';
import {preparePlan} from './plan/prepare-plan.ts';
import type {PreparedPlan} from './plan/prepared-plan.ts';
import type {PreviewRequest} from './plan/release-requests.ts';
import {resourceNotFound} from './resource/resource-not-found.ts';
import {type SharedSource, sharedNeeds, sharedSources} from './shared/shared-sources.ts';
import {placedIn} from './stacks/placed-reference.ts';
import {valuesOf} from './workspace/workspace-values.ts';

/** A resource of a preview to explain, or one field of it. */
export type ExplainRequest = PreviewRequest & {
  /** The id, or the field as ID#PATH. */
  readonly id: string;
  /** A field to explain; without it the whole resource. */
  readonly path?: string | undefined;
};

/** The answer of `gantry why` in a workspace. */
export type ResourceExplanation = HistoryNames &
  Neighbourhood & {
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
    /** The layers of the field in the files, in order: the last one set the value. Absent: the files never had the field. */
    readonly layers?: readonly FieldLayer[];
    /** The chart and the values that the field comes from. */
    readonly chart?: ChartField;
    /** The shared resources that the field takes values from, or that the resource needs. Absent: none. */
    readonly shared?: readonly SharedSource[];
    /** The managers of the live object, with the number of fields of each. */
    readonly owners: readonly Holding[];
    readonly diagnostics: readonly Diagnostic[];
  };

/**
 * Explains why a resource, or one of its fields, has its current value and changes. Uses the same plan as a preview and writes nothing.
 * @throws GantryError resource/not-found, resource/no-such-field, and as preparePlan does.
 */
export async function explainResource(request: ExplainRequest, deps: Deps): Promise<ResourceExplanation> {
  const {id, path, ...preview} = request;
  const named = path === undefined ? splitField(id) : undefined;
  await using prepared = await preparePlan(preview, deps, (path ?? named) === undefined ? 'look' : 'explain');
  // An id may contain a `#` itself.
  const isWhole = prepared.plan.changes.some((change) => change.id === id);
  return await explainPrepared(isWhole || named === undefined ? {id, path} : named, prepared);
}

/** Explains a resource of a plan, or one of its fields. @throws GantryError resource/not-found, resource/no-such-field */
export async function explainPrepared(
  {id, path}: Pick<ExplainRequest, 'id' | 'path'>,
  prepared: PreparedPlan,
): Promise<ResourceExplanation> {
  const {plan, changes, source, scope} = prepared;
  const {names} = source;
  const planned = changes.find(({change}) => change.id === id);
  if (planned === undefined)
    throw resourceNotFound(
      names,
      id,
      nearestId(
        id,
        plan.changes.map((change) => change.id),
      ),
    );
  const {owners, field, written} = prepared.explain?.(id, path) ?? {owners: []};
  if (path !== undefined && (field === undefined || 'nearest' in field))
    throw new GantryError({code: 'resource/no-such-field', id, path, nearest: field?.nearest ?? []});
  const {fields, type: _, ...change} = planned.change;
  const health = path === undefined ? await prepared.healthOf(id) : undefined;
  const from = path === undefined ? {} : await sourcesOf(source, {id, path, written});
  return {
    formatVersion: 1,
    ...names,
    ...change,
    ...unready(health),
    changes: field === undefined || 'nearest' in field ? fields : fields.filter((one) => concerns(one, field.path)),
    ...defined({field: field === undefined || 'nearest' in field ? undefined : field, ...from}),
    ...(await sharedIn(prepared, {id, path, written})),
    owners,
    ...neighbours(planned, changes, explainOrder(scope.loaded)),
    diagnostics: plan.diagnostics.filter(({resource}) => resource === id),
  };
}

type AskedPath = {readonly id: string; readonly path: string; readonly written: JsonPath | undefined};

/** Returns the layers of a field, and its chart. */
const sourcesOf = async (source: PreparedPlan['source'], {id, path, written}: AskedPath) => ({
  layers: await layersIn(source, {id, path: written ?? path}),
  chart: await chartOf(source.loaded, id, path),
});

/** Returns the shared resources that a field takes values from, or that a whole resource needs. */
async function sharedIn(
  prepared: PreparedPlan,
  {id, path, written}: {readonly id: string} & {readonly [Part in 'path' | 'written']: AskedPath[Part] | undefined},
): Promise<Pick<ResourceExplanation, 'shared'>> {
  if (prepared.uses.length === 0) return {};
  const shared =
    path === undefined
      ? sharedNeeds(prepared, {id, dependsOn: sharedDependenciesOf(prepared, id)})
      : written === undefined
        ? []
        : await sharedSources(prepared, {id, at: written});
  return shared.length === 0 ? {} : {shared};
}

/** Returns the ids of the shared resources that a resource names in `dependsOn` or in its order. */
const sharedDependenciesOf = ({scope}: PreparedPlan, id: string): ReadonlySet<string> =>
  new Set(placedIn(scope.loaded).flatMap((one) => (one.resource === id && one.isDependency === true ? [one.id] : [])));

/** Returns the layers of a field. A release, and objects of a program, have no files with layers. */
async function layersIn(
  {location, loaded, chosen}: PreparedPlan['source'],
  asked: AskedField,
): Promise<readonly FieldLayer[] | undefined> {
  if (location === undefined) return undefined;
  const {layersOf} = await import('./explain-value.ts');
  return layersOf(asked, {location, loaded, workspace: valuesOf(chosen)});
}

/** Explains the field by the chart that renders the resource, if one does. */
async function chartOf(
  {explainField = []}: LoadedResources,
  id: string,
  path: string,
): Promise<ChartField | undefined> {
  for (const explain of explainField) {
    const found = await explain(id, path);
    if (found !== undefined) return found;
  }
  return undefined;
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
