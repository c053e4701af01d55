import type {FieldPath} from '../../../../core/fields/field-path.ts';
import {isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import type {Drift, ObjectDrift} from '../../../../core/plan/drift.ts';
import {PASSED} from '../../../../core/readiness/health.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {kubernetesStates} from '../../../../core/release/resource-state.ts';
import {idOf} from '../../../../core/resource/id.ts';
import {knowsValues} from '../../../../core/secret/known-values.ts';
import {showRedacted} from '../../../../core/secret/redacted-value.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import type {FieldDifference} from '../../../../kubernetes/fields/compare.ts';
import {EMPTY_FIELD_SET, type FieldSet, fieldSet, union} from '../../../../kubernetes/fields/field-set.ts';
import {fieldSetOf} from '../../../../kubernetes/fields/field-set-of.ts';
import type {Schema} from '../../../../kubernetes/fields/schema.ts';
import {valueAt} from '../../../../kubernetes/fields/value-at.ts';
import {additionChange} from '../../../../kubernetes/plan/addition-changes.ts';
import {findAdditions} from '../../../../kubernetes/plan/additions.ts';
import {isLabeledShared} from '../../../../kubernetes/plan/co-owned.ts';
import {compareRelease} from '../../../../kubernetes/plan/compare-release.ts';
import {endingText, isEnding} from '../../../../kubernetes/plan/ending.ts';
import {ownEntry} from '../../../../kubernetes/plan/manager-entry.ts';
import {annotationOf, isTakenOver, lineageOf} from '../../../../kubernetes/plan/ownership.ts';
import {LAST_APPLIED_ANNOTATION} from '../../../../kubernetes/plan/take-over-managers.ts';
import {CREATED_ANNOTATION, STACK_ANNOTATION} from '../../../../kubernetes/resource/labels.ts';
import {redactObject} from '../../../../kubernetes/secret/redact-object.ts';
import {redactedFields} from '../../../../kubernetes/secret/secret-fields.ts';
import {hidden, type Shown, shownRedacted} from '../../../../kubernetes/secret/shown-value.ts';
import {defined} from '../../../../lib/defined.ts';
import type {DriftRequest, RuntimeDrift} from '../../../../ports/runtime-drift.ts';
import type {KubernetesClient} from '../client/client.ts';
import {type IsAutoscaled, openAutoscalers} from './autoscalers.ts';
import {type Ignoring, openIgnoring} from './ignore-fields.ts';
import {readLiveObjects, uidOf, type Wanted} from './live-objects.ts';
import {isOwnershipField} from './local-result.ts';
import {readPast} from './past.ts';
import {openScheme, type Scheme} from './scheme.ts';
import {unrecordedObjects} from './unrecorded-objects.ts';

/** Returns the differences between the last release and the live objects. It only reads. */
export async function findDrift(client: KubernetesClient, request: DriftRequest): Promise<RuntimeDrift> {
  const {lineage, prior, signal} = request;
  const ignoring = openIgnoring(request.ignore);
  const isAutoscaled = openAutoscalers({client, wanted: [], leaving: new Set(), signal});
  const scheme = openScheme(client, new Map());
  const served = {scheme, versions: client.discovery.apiVersions};
  const {removed: released} = await readPast(served, {state: prior, spec: [], interrupted: []}, new Set());
  const wanted = released.flatMap((one) => one.wanted ?? []);
  const live = await readLiveObjects({client, lineage, firstRun: false, wanted, signal});
  const known = new Set(kubernetesStates(prior).map((state) => idOf(state)));
  const knows = knowsValues(
    [...(request.secrets.values ?? new Map<string, Secret>()).values()].map((secret) => secret.reveal('base64')),
  );
  return {
    objects: await Promise.all(
      released.map((one) =>
        driftOf({...one, live: live.get(idOf(one.state)), scheme, ignoring, isAutoscaled, knows, request}),
      ),
    ),
    diagnostics: unrecordedObjects(live, known, lineage),
  };
}

type One = {
  readonly state: KubernetesState;
  readonly wanted: Wanted | undefined;
  readonly live: JsonObject | undefined;
  readonly scheme: Scheme;
  readonly ignoring: Ignoring;
  readonly isAutoscaled: IsAutoscaled;
  readonly knows: (text: string) => boolean;
  readonly request: DriftRequest;
};

async function driftOf(one: One): Promise<ObjectDrift> {
  const {state, wanted, live, request} = one;
  const say = (drift: Drift, reason?: string): ObjectDrift => ({
    id: state.id,
    type: state.type,
    drift,
    reason,
    fields: [],
  });
  if (wanted === undefined) return say('deleted', 'the cluster no longer has its kind');
  if (live === undefined && state.done === true) return say('none', PASSED);
  if (live === undefined) return say('deleted', 'somebody deleted it after the last release');
  if (isTakenOver(live, request.lineage) && !wasTheirs(state, live))
    return say('taken', `it belongs to another stack: ${annotationOf(live, STACK_ANNOTATION) ?? 'unknown'}`);
  if (state.uid !== '' && uidOf(live) !== state.uid) return say('replaced', 'another object has its name now');
  if (isEnding(live)) return say('deleted', `it ${endingText(live)}`);
  if (wanted.resource.apiVersion !== state.apiVersion)
    return say('none', `its fields were not compared: the cluster no longer serves ${state.apiVersion}`);
  return fieldDrift(one, live, say);
}

/** Reports whether another stack owned the object when this stack joined: then that was released. */
const wasTheirs = ({applied}: KubernetesState, live: JsonObject): boolean =>
  isObject(applied) && lineageOf(applied) === lineageOf(live);

/**
 * Reports whether a difference comes from another stack that joined since: an object that this stack created is now
 * shared and otherwise unchanged.
 */
const isSharing = (path: FieldPath, live: JsonObject): boolean => {
  const last = path.at(-1);
  return (
    isOwnershipField(path) &&
    last !== undefined &&
    'field' in last &&
    last.field === CREATED_ANNOTATION &&
    isLabeledShared(live)
  );
};

async function fieldDrift(
  one: One,
  live: JsonObject,
  say: (drift: Drift, reason?: string) => ObjectDrift,
): Promise<ObjectDrift> {
  const {state, scheme, ignoring, knows} = one;
  const known = await scheme(state.apiVersion, state.kind);
  if (known === undefined || !isObject(state.applied)) return say('none');
  const seal = sealerOf(one, state.applied, known.schema);
  const about = {identity: state, resource: state, ownId: idOf(state)};
  const isLeft = ignoring.leaves(about, live);
  const redacted = seal(live);
  const isAutoscaled = isScaled(state.applied, redacted) ? {isAutoscaled: await one.isAutoscaled(state)} : {};
  const differences = compareRelease({
    ...isAutoscaled,
    live,
    redacted,
    applied: seal(state.applied),
    schema: known.schema,
    knows,
  }).filter(({path}) => !isLeft(path) && !isSharing(path, live));
  const drifted = differences.filter(({change}) => change.yielded !== true);
  const additions = findAdditions({live, schema: known.schema, ours: () => oursOf(state, live, known.schema)}).filter(
    ({path}) => !isLeft(path),
  );
  const showAdded = ({path, before}: FieldDifference): Shown => shownAddition(redacted, path, before, known.schema);
  const byControllers = additions
    .filter(({byController}) => byController)
    .map((one) => ({...additionChange(one, showAdded), yielded: true as const}));
  const added = additions.filter(({byController}) => !byController).map((one) => additionChange(one, showAdded));
  const all = {
    fields: [...differences.map(({change}) => change), ...added],
    ...defined({addedByControllers: byControllers.length === 0 ? undefined : byControllers}),
  };
  if (drifted.length === 0) return {...say(added.length === 0 ? 'none' : 'added'), ...all};
  return drifted.every(({path}) => isOwnershipField(path))
    ? {...say('unmarked', 'its ownership label or annotations were removed or changed'), ...all}
    : {...say('changed'), ...all};
}

/** Returns a function that seals values that were secret at the release, to compare their digests, and hides those that are secret now. */
function sealerOf({state, knows, request}: One, applied: JsonObject, schema: Schema) {
  const fields = fieldSet(redactedFields(applied, schema));
  const sealing = {key: request.secrets.digestKey.reveal(), resourceId: state.id, schema, fields, knows};
  return (object: JsonObject): JsonObject => redactObject(sealing, object);
}

/** Reports whether the replicas differ from the release: whether that is drift depends on who scales the object. */
function isScaled(applied: JsonObject, live: JsonObject): boolean {
  const [then, now] = [applied['spec'], live['spec']].map((spec) => (isObject(spec) ? spec['replicas'] : undefined));
  return then !== undefined && then !== now;
}

/** Returns the fields that the release set and those of our apply entry. */
const oursOf = ({applied, apiVersion}: KubernetesState, live: JsonObject, schema: Schema): FieldSet =>
  union(
    isObject(applied) ? fieldSetOf(showRedacted(applied), schema) : EMPTY_FIELD_SET,
    ownEntry(live, apiVersion) ?? EMPTY_FIELD_SET,
  );

/** Returns an addition from the sealed object; kubectl's copy of a manifest is hidden. */
function shownAddition(redacted: JsonObject, path: FieldPath, value: Json | undefined, schema: Schema): Shown {
  const last = path.at(-1);
  const isCopy = last !== undefined && 'field' in last && last.field === LAST_APPLIED_ANNOTATION;
  const before = valueAt(redacted, path, schema) ?? value;
  return before === undefined || isCopy ? hidden({before: value ?? null}) : shownRedacted({before});
}
