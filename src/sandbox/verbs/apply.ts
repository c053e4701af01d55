import {isObject, type JsonObject} from '../../core/json.ts';
import {type ApplyResult, applyConfiguration} from '../../kubernetes/fields/apply-configuration.ts';
import {appliesOf, type Manager, managersOf} from '../../kubernetes/fields/managers.ts';
import {type Body, goTypeOf} from '../decode/read-body.ts';
import {applyConflict} from '../fields/apply-conflict.ts';
import {keepsField} from '../fields/keeps-field.ts';
import {conflictsLeft, withLastApplied} from '../fields/last-applied.ts';
import {typedProblem} from '../fields/typed-problem.ts';
import {metadataOf, nameOf, uidOf, withMetadata} from '../model/metadata.ts';
import {text} from '../model/part.ts';
import {required} from '../model/problem.ts';
import {badRequest, conflict, failed, invalid, MODIFIED, notFound} from '../model/refusals.ts';
import {apiVersionOf, type Resource} from '../model/resource.ts';
import {timestamp} from '../model/time.ts';
import {commit} from './commit.ts';
import {placed} from './create.ts';
import {decode} from './decode.ts';
import {findObject} from './find.ts';
import type {PatchOptions} from './patch-options.ts';
import type {Target, VerbContext, Written} from './verb-context.ts';

/** Handles a server-side apply: creates the object, or merges the configuration into it and takes ownership of its fields. */
export function applyObject(body: Body, target: Target, options: PatchOptions, context: VerbContext): Written {
  const {resource, subresource} = target;
  const desired = configurationOf(body, target, options);
  const live = findObject(target, context);
  if (live === undefined && subresource !== '') throw notFound(resource, target.name);
  if (live === undefined && uidOf(desired) !== '') throw conflict(resource, target.name, noSuchUid(uidOf(desired)));
  const {object: merged, managers, warnings} = mergedInto(live, desired, {body, target, options}, context);
  const object = resource.rules.defaults?.(merged) ?? merged;
  return commit({target, object, before: live, managers, dryRun: options.dryRun, warnings}, context);
}

type Merged = {
  readonly object: JsonObject;
  readonly managers: readonly Manager[];
  readonly warnings: readonly string[];
};

/** Merges the configuration into the stored object and its managed fields. */
export function mergedInto(
  live: JsonObject | undefined,
  desired: JsonObject,
  {body, target, options}: {readonly body: Body; readonly target: Target; readonly options: PatchOptions},
  context: VerbContext,
): Merged {
  const {resource, subresource} = target;
  checkTyped(desired, namespaceIn(body), resource);
  const schema = resource.schema();
  const applied = applyConfiguration({
    live,
    desired,
    schema,
    manager: options.manager,
    subresource,
    keeps: (set) => keepsField(set, resource, subresource),
  });
  const conflicts = options.force ? [] : conflictsLeft(applied.conflicts, {manager: options.manager, live, schema});
  if (conflicts.length > 0) throw applyConflict(conflicts);
  const doubled = doubledKeys(body, options);
  const merged = withLastApplied(applied.merged, desired, options.manager);
  const {object: decoded, warnings} = decode({value: merged, duplicates: [], complaints: []}, resource, 'Ignore');
  if (live !== undefined) checkRevision(decoded, live, target);
  return {
    object: decoded,
    managers: managersAfter(applied, live, {manager: options.manager, subresource}, context),
    warnings: [...doubled, ...warnings],
  };
}

/** Returns the duplicate keys of a document, which are reported only if there is no other problem. */
function doubledKeys({complaints}: Body, {validation}: PatchOptions): readonly string[] {
  const [first] = complaints;
  if (validation === 'Strict' && first !== undefined)
    throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${first}`);
  // Of a warning, only the lines after the headline are sent.
  return validation === 'Warn' ? complaints.flatMap((one) => one.split('\n').slice(1)).map((one) => one.trim()) : [];
}

/** Returns the applied configuration. @throws Refusal if it is for another object than the path */
export function configurationOf(body: Body, target: Target, {manager}: PatchOptions): JsonObject {
  // An empty document counts as an empty object.
  const value = body.value ?? {};
  const {resource, name} = target;
  if (!isObject(value)) {
    const problem = `json: cannot unmarshal ${goTypeOf(value)} into Go value of type map[string]interface {}`;
    throw badRequest(`error decoding YAML: error unmarshaling JSON: while decoding JSON: ${problem}`);
  }
  const [apiVersion, kind] = [text(value['apiVersion']), text(value['kind'])];
  if (apiVersion !== apiVersionOf(resource) || kind !== resource.kind) {
    const shown = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
    throw badRequest(`invalid object type: ${shown}, Kind=${kind}`);
  }
  if (metadataOf(value)['managedFields'] !== undefined && metadataOf(value)['managedFields'] !== null)
    throw badRequest('metadata.managedFields must be nil');
  const given = nameOf(value);
  if (given !== '' && given !== name)
    throw badRequest(`the name of the object (${given}) does not match the name on the URL (${name})`);
  const desired = withMetadata(placed(value, target), {name});
  if (manager !== '') return desired;
  const problem = required('fieldManager', 'is required for apply patch');
  throw invalid({group: 'meta.k8s.io', kind: 'PatchOptions'}, '', [problem]);
}

const noSuchUid = (uid: string): string =>
  `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;

/** Returns the namespace in the body, which may leave it out. */
const namespaceIn = ({value}: Body): string => (isObject(value) ? text(metadataOf(value)['namespace']) : '');

function checkTyped(desired: JsonObject, namespace: string, resource: Resource): void {
  const problem = typedProblem(desired, resource.schema());
  if (problem === undefined) return;
  const about = `${namespace}/${nameOf(desired)}; ${resource.group}/${resource.version}, Kind=${resource.kind}`;
  throw failed(`failed to create typed patch object (${about}): ${problem}`);
}

function checkRevision(object: JsonObject, live: JsonObject, {resource, name}: Target): void {
  const revision = text(metadataOf(object)['resourceVersion']);
  if (revision !== '' && revision !== text(metadataOf(live)['resourceVersion']))
    throw conflict(resource, name, MODIFIED);
}

/** Returns the managed fields after an apply. The applier's entry gets the current time, unless the apply changed nothing. */
function managersAfter(
  {managers, isSame}: ApplyResult,
  live: JsonObject | undefined,
  {manager, subresource}: {readonly manager: string; readonly subresource: string},
  context: VerbContext,
): readonly Manager[] {
  const isOwn = appliesOf(manager, subresource);
  const time = isSame ? managersOf(live ?? {}).find(isOwn)?.time : timestamp(context.now());
  return managers.map(({time: before, ...entry}) => {
    const kept = isOwn(entry) ? time : before;
    return kept === undefined ? entry : {...entry, time: kept};
  });
}
