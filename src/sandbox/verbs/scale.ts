import type {FieldPath} from '../../core/fields/field-path.ts';
import type {Json, JsonObject} from '../../core/json.ts';
import {managersOf} from '../../kubernetes/fields/managers.ts';
import {defined} from '../../lib/defined.ts';
import {decodeObject} from '../decode/decode-object.ts';
import type {Body} from '../decode/read-body.ts';
import {PATCH_TYPES} from '../decode/read-patch.ts';
import {parentManagers, scaleManagers} from '../fields/scale-managers.ts';
import {trackUpdate} from '../fields/track-update.ts';
import {withManagers} from '../fields/with-managers.ts';
import {metadataOf, nameOf, uidOf} from '../model/metadata.ts';
import {list, part, text, textAt, valueAt} from '../model/part.ts';
import {invalid as invalidValue} from '../model/problem.ts';
import {conflict, invalid, MODIFIED} from '../model/refusals.ts';
import {apiVersionOf, resourceKey} from '../model/resource.ts';
import {timestamp} from '../model/time.ts';
import {patchedObject} from '../patches/patched-object.ts';
import {configurationOf, mergedInto} from './apply.ts';
import {checkName} from './check-name.ts';
import {commit} from './commit.ts';
import {zeroOf} from './decode.ts';
import {getObject} from './find.ts';
import type {PatchOptions} from './patch-options.ts';
import {scaleResource} from './scale-resource.ts';
import type {Target, VerbContext, Written} from './verb-context.ts';

/** The paths of the scale fields in a kind. Custom resources define them in their CRD. */
type Paths = {
  readonly spec: readonly string[];
  readonly status: readonly string[];
  readonly selector?: readonly string[];
};

const BUILT_IN: Paths = {spec: ['spec', 'replicas'], status: ['status', 'replicas']};

/** Returns the Scale (autoscaling/v1) of an object. */
export function getScale(target: Target, context: VerbContext): JsonObject {
  return scaleOf(getObject(target, context), target);
}

/** Handles a PUT or PATCH of a Scale: changes the replicas of its object. */
export function writeScale(
  {body, type: patchType}: {readonly body: Body; readonly type: string | undefined},
  target: Target,
  options: PatchOptions,
  context: VerbContext,
): Written {
  const before = getObject(target, context);
  const paths = pathsOf(target);
  const path: FieldPath = paths.spec.map((field) => ({field}));
  const parents = managersOf(before);
  const old = withManagers(scaleOf(before, target), scaleManagers(parents, path));
  const scaled = {...target, resource: scaleResource(context)};
  const {object: scale, managers, warnings} = write({body, patchType, old, target: scaled}, options, context);
  const revision = text(metadataOf(scale)['resourceVersion']);
  const replicas = part(scale['spec'])['replicas'] ?? 0;
  if (Number(replicas) < 0)
    throw invalid(scaled.resource, nameOf(before), [
      invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0'),
    ]);
  checkUid(scale, before, target);
  if (revision !== '' && revision !== text(metadataOf(before)['resourceVersion']))
    throw conflict(target.resource, target.name, MODIFIED);
  const owners = parentManagers(managers, {parents, path, apiVersion: apiVersionOf(target.resource)});
  const object = setAt(before, paths.spec, replicas);
  const written = commit({target, object, before, managers: owners, dryRun: options.dryRun, warnings}, context);
  return {...written, object: scaleOf(written.object, target)};
}

type Writing = {
  readonly body: Body;
  readonly patchType: string | undefined;
  /** The old Scale, with its managed fields. */
  readonly old: JsonObject;
  /** The Scale itself. */
  readonly target: Target;
};

/** Returns the new Scale and its managed fields. */
function write({body, patchType, old, target}: Writing, options: PatchOptions, context: VerbContext) {
  const {resource, name} = target;
  const {validation, manager} = options;
  if (patchType === PATCH_TYPES.apply)
    return mergedInto(old, configurationOf(body, target, options), {body, target, options}, context);
  const {object, warnings} =
    patchType === undefined
      ? decodeObject(body.value, resource, validation, body)
      : patchedObject({type: patchType, body, before: old, resource, validation});
  checkName(object, name);
  const time = timestamp(context.now());
  const managers = trackUpdate({
    before: old,
    zero: zeroOf(resource),
    object,
    resource,
    manager,
    subresource: 'scale',
    time,
  });
  return {object, managers, warnings};
}

function checkUid(scale: JsonObject, before: JsonObject, {resource: {group, plural}, name}: Target): void {
  const [wanted, own] = [uidOf(scale), uidOf(before)];
  if (wanted === '' || wanted === own) return;
  const because = `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${own}`;
  throw conflict({group, plural: `${plural}/scale`}, name, because);
}

function scaleOf(object: JsonObject, target: Target): JsonObject {
  const paths = pathsOf(target);
  const {name, namespace, uid, resourceVersion, creationTimestamp} = metadataOf(object);
  const selector = selectorOf(object, paths, target);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: defined({name, namespace, uid, resourceVersion, creationTimestamp}),
    spec: nonZero('replicas', valueAt(object, ...paths.spec)),
    status: {
      replicas: valueAt(object, ...paths.status) ?? 0,
      ...defined({selector: selector === '' ? undefined : selector}),
    },
  };
}

const nonZero = (name: string, value: Json | undefined): JsonObject =>
  value === undefined || value === 0 ? {} : {[name]: value};

function pathsOf({resource}: Target): Paths {
  const scale = part(part(resource.custom?.version['subresources'])['scale']);
  if (resource.custom === undefined) return BUILT_IN;
  const steps = (field: string): readonly string[] =>
    text(scale[field])
      .split('.')
      .filter((step) => step !== '');
  const selector = steps('labelSelectorPath');
  return {
    spec: steps('specReplicasPath'),
    status: steps('statusReplicasPath'),
    ...defined({selector: selector.length === 0 ? undefined : selector}),
  };
}

function selectorOf(object: JsonObject, {selector}: Paths, {resource}: Target): string {
  if (selector !== undefined) return textAt(object, ...selector);
  if (resource.custom !== undefined) return '';
  const given = part(part(object['spec'])['selector']);
  const labels = resourceKey(resource) === 'replicationcontrollers' ? given : part(given['matchLabels']);
  const equal = Object.entries(labels).map(([key, value]) => `${key}=${text(value)}`);
  const expressions = list(given['matchExpressions']).map(part).map(expressionText);
  return [...equal, ...expressions].toSorted().join(',');
}

function expressionText({key, operator, values}: JsonObject): string {
  const among = list(values).map(text).toSorted().join(',');
  switch (text(operator)) {
    case 'Exists':
      return text(key);
    case 'DoesNotExist':
      return `!${text(key)}`;
    default:
      return `${text(key)} ${text(operator).toLowerCase()} (${among})`;
  }
}

function setAt(object: JsonObject, [step = '', ...rest]: readonly string[], value: Json): JsonObject {
  return {...object, [step]: rest.length === 0 ? value : setAt(part(object[step]), rest, value)};
}
