import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {list, part, text} from '../model/part.ts';
import {badRequest} from '../model/refusals.ts';
import {apiVersionOf, type Resource} from '../model/resource.ts';
import {DecodeFault, decodeStruct} from './decode-value.ts';
import type {Duplicate} from './go-json.ts';
import {goStructs} from './go-struct.ts';

/** Values of `fieldValidation`: how unknown and duplicate fields are treated. */
export type Validation = 'Strict' | 'Warn' | 'Ignore';

/** An object of a built-in kind after decoding; with Warn, the warnings name unknown and duplicate fields. */
export type Decoded = {readonly object: JsonObject; readonly warnings: readonly string[]};

/** The findings of strict parsing about the text itself, as `readBody` returns them. */
export type Found = {readonly duplicates: readonly Duplicate[]; readonly complaints: readonly string[]};

const NOTHING: Found = {duplicates: [], complaints: []};

/**
 * Decodes an object of a built-in kind, as Go reads it into its type and writes it again. Unknown fields are dropped, and reported or
 * refused. Strings in place of numbers are refused. Zero values with omitempty are left out. Quantities, times and base64 get their
 * canonical form.
 */
export function decodeObject(value: Json, resource: Resource, validation: Validation, found: Found = NOTHING): Decoded {
  const body = part(value);
  const {kind} = resource;
  const said = {
    kind: text(body['kind']) || kind,
    apiVersion: text(body['apiVersion']) || apiVersionOf(resource),
  };
  const other = otherKind(said, resource);
  if (other !== undefined) throw unhandled(said, kind, other);
  const {object, complaints} = explained(said, kind, () => readObject(body, resource, found));
  if (complaints.length > 0 && validation === 'Strict') {
    throw unhandled(said, kind, `strict decoding error: ${complaints.join(', ')}`);
  }
  return {object: {...object, ...said}, warnings: validation === 'Warn' ? complaints : []};
}

/** Decodes an object as its Go type does, and returns it with the findings of strict decoding. @throws DecodeFault */
export function readObject(
  body: JsonObject,
  resource: Resource,
  {duplicates, complaints}: Found,
): {readonly object: JsonObject; readonly complaints: readonly string[]} {
  const struct = goStructs(resource.components())(resource.component);
  const {object, strict} = decodeStruct(body, struct, duplicates);
  return {object, complaints: [...new Set([...complaints, ...strict])]};
}

type Said = {readonly kind: string; readonly apiVersion: string};

const unhandled = ({kind, apiVersion}: Said, expected: string, because: string): Error => {
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  return badRequest(`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${expected}: ${because}`);
};

function explained<T>(said: Said, kind: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DecodeFault) throw unhandled(said, kind, error.message);
    throw error;
  }
}

/** The place where Go registers its types, as messages contain it. */
const SCHEME = 'in scheme "pkg/runtime/scheme.go:110"';

/** Returns why an object that claims to be of this kind does not belong to the resource; undefined if it does. */
export function otherKind(said: Said, resource: Resource): string | undefined {
  if (said.kind === resource.kind && said.apiVersion === apiVersionOf(resource)) return undefined;
  const [group, version] = said.apiVersion.includes('/') ? said.apiVersion.split('/') : ['', said.apiVersion];
  const isAnyList = said.kind === 'List' && said.apiVersion === 'v1';
  const isKnown =
    isAnyList ||
    Object.values(resource.components()).some((component) =>
      list(part(component)['x-kubernetes-group-version-kind']).some(
        (gvk) => isObject(gvk) && gvk['group'] === group && gvk['version'] === version && gvk['kind'] === said.kind,
      ),
    );
  if (!isKnown) {
    const where = `for version ${JSON.stringify(said.apiVersion)} ${SCHEME}`;
    return `no kind ${JSON.stringify(said.kind)} is registered ${where}`;
  }
  const theirs = `${version}.${said.kind}`;
  const ours = `${packageOf(resource.group)}.${resource.kind}`;
  return `converting (${theirs}) to (${ours}): unknown conversion`;
}

const packageOf = (group: string): string => (group === '' ? 'core' : (group.split('.')[0] ?? group));
