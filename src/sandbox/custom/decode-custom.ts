import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {part, text} from '../model/part.ts';
import {child} from '../model/problem.ts';
import {apiVersionOf, type Resource} from '../model/resource.ts';
import {Refusal} from '../model/status.ts';
import {dropNulls} from './apply-defaults.ts';
import {type ReadMeta, readObjectMeta} from './object-meta.ts';
import {pruneObject} from './prune.ts';
import {fieldSchema, isEmbedded, schemaOfVersion} from './schema-part.ts';

/** A custom resource after decoding; warnings name unknown and duplicate fields. */
export type Decoded = {readonly object: JsonObject; readonly warnings: readonly string[]};

type Validation = 'Strict' | 'Warn' | 'Ignore';

/**
 * Decodes a custom resource from a request body. Unknown fields are dropped, and are an error, a warning or ignored. Nulls without a
 * meaning are dropped too. Metadata is decoded as Go does, also in embedded objects. `strict` are the findings of the parser (`duplicate
 * field "spec.x"`).
 */
export function decodeCustom(
  value: Json,
  resource: Resource,
  validation: Validation,
  strict: readonly string[] = [],
): Decoded {
  const object = withTypeMeta(value, resource, validation);
  const schema = schemaOfVersion(part(resource.custom?.version));
  const metadata = readMetadata(object, resource);
  const isKind = object['kind'] === resource.kind;
  const {object: pruned, unknown} = isKind ? pruneObject(object, schema) : {object, unknown: []};
  const inside = isKind
    ? embeddedMetadata(dropNulls(pruned, schema), schema, resource)
    : {object: pruned, complaints: []};
  const found = [
    ...strict,
    ...metadata.complaints,
    ...unknown.map((path) => `unknown field "${path}"`),
    ...inside.complaints,
  ];
  if (found.length > 0 && validation === 'Strict')
    throw cannotBeHandled(resource, `strict decoding error: ${found.join(', ')}`);
  return {
    object: {
      ...inside.object,
      ...defined({metadata: object['metadata'] !== undefined ? metadata.metadata : undefined}),
    },
    warnings: validation === 'Warn' ? found : [],
  };
}

const badRequest = (message: string): Refusal => new Refusal({code: 400, reason: 'BadRequest', message});

const cannotBeHandled = ({kind, version}: Resource, why: string): Refusal =>
  badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${why}`);

/** The declaration of Go's struct for apiVersion and kind, as an error message contains it. */
const TYPE_STRUCT = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`;

function withTypeMeta(value: Json, resource: Resource, validation: Validation): JsonObject {
  const unrecognized = (why: string): Refusal =>
    badRequest(`the object provided is unrecognized (must be of type ${resource.kind}): ${why} (${shortly(value)})`);
  if (!isObject(value)) {
    const what = isList(value) ? 'array' : typeof value;
    throw unrecognized(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${what} into Go value of type ${TYPE_STRUCT}`,
    );
  }
  if (text(value['kind']) === '') throw unrecognized(`Object 'Kind' is missing in '${JSON.stringify(value)}'`);
  const expected = apiVersionOf(resource);
  if (value['apiVersion'] !== expected) {
    const given = text(value['apiVersion']);
    // For an unknown version, no field is known.
    const unknown = Object.keys(value).filter((name) => !['apiVersion', 'kind', 'metadata'].includes(name));
    const found = unknown.toSorted().map((name) => `unknown field "${name}"`);
    throw new Refusal(
      {
        code: 400,
        reason: 'BadRequest',
        message: `the API version in the data (${given}) does not match the expected API version (${expected})`,
      },
      validation === 'Warn' ? found : [],
    );
  }
  return value;
}

/** Returns the excerpt of a body that the server shows: its beginning, or hexadecimal digits if it is not text in a known format. */
function shortly(value: Json): string {
  const body = JSON.stringify(value);
  if (!isObject(value)) return Buffer.from(body).toString('hex').slice(0, 64);
  return body.length <= 32 ? body : `${body.slice(0, 30)} ...`;
}

function readMetadata(object: JsonObject, resource: Resource): Exclude<ReadMeta, {problem: string}> {
  const read = readObjectMeta(object['metadata'] ?? null, 'metadata', resource.components());
  if ('problem' in read) throw cannotBeHandled(resource, read.problem);
  return read;
}

type Embedded = {readonly object: JsonObject; readonly complaints: readonly string[]};

/** Decodes the metadata of embedded objects like those of the object itself. */
function embeddedMetadata(object: JsonObject, schema: JsonObject, resource: Resource): Embedded {
  const complaints: string[] = [];
  const read = readEmbedded(object, schema, '', {complaints, resource});
  return {object: part(read), complaints: complaints.toSorted((a, b) => (a < b ? -1 : Number(a > b)))};
}

type Reading = {readonly complaints: string[]; readonly resource: Resource};

function readEmbedded(value: Json, schema: JsonObject, path: string, reading: Reading): Json {
  if (isList(value)) {
    const items = part(schema['items']);
    return value.map((item, i) => readEmbedded(item, items, `${path}[${i}]`, reading));
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, Json] => {
    const at = child(path, name);
    if (isEmbedded(schema)) {
      const read = readMetaField(name, inner, at, reading);
      if (read !== undefined) return [name, read];
    }
    const field = fieldSchema(schema, name);
    return [name, field === undefined ? inner : readEmbedded(inner, field, at, reading)];
  });
  return Object.fromEntries(entries);
}

function readMetaField(name: string, value: Json, at: string, {complaints, resource}: Reading): Json | undefined {
  const wrong = (why: string): Refusal =>
    cannotBeHandled(resource, `${at}: Invalid value: ${JSON.stringify(value)}: ${why}`);
  if (name === 'apiVersion' || name === 'kind') {
    if (typeof value !== 'string') throw wrong('must be a string');
    return value;
  }
  if (name !== 'metadata') return undefined;
  const read = readObjectMeta(value, at, resource.components());
  if ('problem' in read) throw wrong(read.problem);
  complaints.push(...read.complaints);
  return read.metadata;
}
