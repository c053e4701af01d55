import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {decodeCustom} from '../custom/decode-custom.ts';
import {type Decoded, otherKind, readObject, type Validation} from '../decode/decode-object.ts';
import {DecodeFault, TypeFault} from '../decode/decode-value.ts';
import {type Body, goTypeOf, typeMetaProblem} from '../decode/read-body.ts';
import {PATCH_TYPES} from '../decode/read-patch.ts';
import {goValue} from '../model/go-value.ts';
import {text} from '../model/part.ts';
import {invalid as invalidValue} from '../model/problem.ts';
import {badRequest, invalid} from '../model/refusals.ts';
import {apiVersionOf, type Resource} from '../model/resource.ts';
import {Refusal} from '../model/status.ts';
import {convertProblem} from './convert-problem.ts';
import {applyJsonPatch} from './json-patch.ts';
import {applyMergePatch} from './merge-patch.ts';
import {operationsOf} from './operations.ts';
import {patchType} from './patch-type.ts';
import {applyStrategicPatch} from './strategic-merge-patch.ts';

/** A patch other than apply, and the object before it. */
export type Patching = {
  /** A patch type of `PATCH_TYPES`, except apply. */
  readonly type: string;
  readonly body: Body;
  readonly before: JsonObject;
  readonly resource: Resource;
  readonly validation: Validation;
};

/** Applies a patch and decodes the result like an object that was sent whole. @throws Refusal in the server's words if it does not fit */
export function patchedObject(patching: Patching): Decoded {
  const {type, body, before, resource} = patching;
  const {value} = body;
  if (type === PATCH_TYPES.json) {
    const {operations, complaints} = operationsOf(body, patching.validation);
    const patched = applyJsonPatch(before, operations);
    return decoded(patching, patched, sortedText(patched, resource), complaints);
  }
  const duplicates = body.duplicates.map(
    ({parent, name}) => `duplicate field "${parent === '' ? '' : `${parent}.`}${name}"`,
  );
  if (type === PATCH_TYPES.strategic) {
    if (value !== null && !isObject(value)) throw badRequest(notAnObject(value));
    const patch = value ?? {};
    const patched = applyStrategicPatch(before, patch, patchType(resource.components(), resource.component));
    const named = {...patched, kind: resource.kind, apiVersion: apiVersionOf(resource)};
    return decoded(patching, named, goValue(patch), duplicates);
  }
  if (value === null) throw badRequest('Invalid JSON Patch');
  if (!isObject(value)) throw badRequest(`error decoding patch: ${notAnObject(value)}`);
  const patched = applyMergePatch(before, value);
  return decoded(patching, patched, sortedText(patched, resource), duplicates);
}

const notAnObject = (value: Json): string =>
  `json: cannot unmarshal ${goTypeOf(value)} into Go value of type map[string]interface {}`;

/** Decodes a patched object. `shown` is the excerpt of the patch that the server shows if the result is not an object of this kind. */
function decoded(patching: Patching, patched: Json, shown: string, complaints: readonly string[]): Decoded {
  const {resource, validation, type} = patching;
  const refused = (message: string): Refusal => unfit(shown, message);
  const unknown = typeMetaProblem(patched);
  if (unknown !== undefined || !isObject(patched))
    throw refused(`couldn't get version/kind; json parse error: ${unknown}`);
  if (resource.custom !== undefined) return customObject(patching, patched, complaints, refused);
  const said = {
    kind: text(patched['kind']) || resource.kind,
    apiVersion: text(patched['apiVersion']) || apiVersionOf(resource),
  };
  const other = otherKind(said, resource);
  if (other !== undefined) throw refused(other);
  try {
    const read = readObject({...patched, ...said}, resource, {duplicates: [], complaints});
    if (read.complaints.length > 0 && validation === 'Strict') throw refused(strictError(read.complaints));
    return {object: read.object, warnings: validation === 'Warn' ? read.complaints : []};
  } catch (error) {
    if (!(error instanceof DecodeFault)) throw error;
    const isStrategic = type === PATCH_TYPES.strategic && error instanceof TypeFault;
    throw refused(isStrategic ? convertProblem(error) : error.message);
  }
}

const strictError = (complaints: readonly string[]): string => `strict decoding error: ${complaints.join(', ')}`;

/** Returns the refusal of such a result, in which the server names neither the kind nor the object. */
const unfit = (shown: string, message: string): Refusal =>
  invalid({group: '', kind: ''}, '', [invalidValue('patch', shown, message)]);

/** Serializes a patched document. The server sorts the fields that it patched by name; for a custom resource, all of them. */
function sortedText(patched: Json, {custom}: Resource): string {
  if (custom !== undefined) return canonicalJson(patched);
  const fields = isObject(patched) && Object.entries(patched).toSorted(byName).map(withOrder);
  return JSON.stringify(fields ? Object.fromEntries(fields) : patched);
}

/** Fields that are not patched stay in the order of Go's struct. */
const METADATA = ['name', 'generateName', 'namespace', 'selfLink', 'uid', 'resourceVersion', 'generation'].concat(
  ['creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'labels', 'annotations'],
  ['ownerReferences', 'finalizers', 'managedFields'],
);

const place = ([field]: [string, Json]): number => METADATA.indexOf(field);

function withOrder([name, value]: [string, Json]): [string, Json] {
  if (name !== 'metadata' || !isObject(value)) return [name, value];
  return [name, Object.fromEntries(Object.entries(value).toSorted((a, b) => place(a) - place(b)))];
}

const byName = ([a]: [string, Json], [b]: [string, Json]): number => (a < b ? -1 : 1);

/** Decodes a patched custom resource. Its refusals differ only in the start of the message. */
function customObject(
  {resource, validation}: Patching,
  patched: JsonObject,
  complaints: readonly string[],
  refused: (message: string) => Refusal,
): Decoded {
  try {
    return decodeCustom(patched, resource, validation, complaints);
  } catch (error) {
    const message = error instanceof Refusal && error.status.code === 400 ? error.message : '';
    const because = / cannot be handled as a [^:]*: (.*)$/s.exec(message)?.[1];
    throw because === undefined ? error : refused(because);
  }
}
