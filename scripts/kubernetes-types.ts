import {execFileSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {brotliCompressSync, constants} from 'node:zlib';
import {isList, isObject, type Json, type JsonObject} from '../src/core/json.ts';
import type {PackedTypes} from '../src/kubernetes/types/packed-types.ts';
import {isFilledIn} from './filled-in-fields.ts';
import {goEnums} from './go-enums.ts';

/**
 * Generates the types of Kubernetes that `gantry validate` uses without a cluster: `node scripts/kubernetes-types.ts`. It needs Go, which
 * downloads the published modules of each version and checks their hashes. A second run changes nothing.
 */
const RELEASES = ['1.30.14', '1.31.14', '1.32.13', '1.33.13', '1.34.4', '1.35.4', '1.36.3'];
const OUT = 'src/kubernetes/types/pack';

type Components = Readonly<Record<string, JsonObject>>;

const types = new Map<string, Map<string, number>>();
const kinds = new Map<string, {namespaced: boolean; in: number}>();
for (const [i, release] of RELEASES.entries()) {
  const bit = 1 << i;
  const {components, served} = readRelease(release);
  for (const [kind, namespaced] of served) kinds.set(kind, {namespaced, in: (kinds.get(kind)?.in ?? 0) | bit});
  for (const name of reachable(components, served)) {
    const text = JSON.stringify(components[name]);
    const variants = types.get(name) ?? new Map<string, number>();
    types.set(name, variants.set(text, (variants.get(text) ?? 0) | bit));
  }
}
const sorted = <V>(map: ReadonlyMap<string, V>): [string, V][] => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));
const packed: PackedTypes = {
  releases: RELEASES,
  kinds: Object.fromEntries(sorted(kinds).map(([kind, {namespaced, in: mask}]) => [kind, [mask, namespaced]])),
  types: Object.fromEntries(
    sorted(types).map(([name, variants]) => [
      name,
      [...variants].map(([text, mask]): [number, JsonObject] => [mask, JSON.parse(text) as JsonObject]),
    ]),
  ),
};
const params = {[constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24};
mkdirSync(OUT, {recursive: true});
const bytes = brotliCompressSync(JSON.stringify(packed), {params});
writeFileSync(join(OUT, 'types.json.br'), bytes);
console.log(`${types.size} types, ${kinds.size} kinds, ${bytes.length} bytes`);

function moduleOf(name: string): string {
  const printed = execFileSync('go', ['mod', 'download', '-json', name], {encoding: 'utf8', cwd: tmpdir()});
  return (JSON.parse(printed) as {readonly Dir: string}).Dir;
}

function readRelease(release: string) {
  const specs = join(moduleOf(`k8s.io/kubernetes@v${release}`), 'api/openapi-spec/v3');
  const enumOf = goEnums(moduleOf(`k8s.io/api@v0.${release.slice(2)}`));
  const components: Record<string, JsonObject> = {};
  const served = new Map<string, boolean>();
  for (const file of readdirSync(specs)
    .filter((name) => /^apis?__.*v\d.*_openapi\.json$/.test(name))
    .toSorted()) {
    const document = JSON.parse(readFileSync(join(specs, file), 'utf8')) as JsonObject;
    const {schemas = {}} = (document['components'] ?? {}) as {readonly schemas?: Components};
    for (const [name, schema] of Object.entries(schemas)) components[name] ??= compact(schema, name, enumOf);
    for (const [path, operations] of Object.entries(document['paths'] as Components)) {
      const gvk = createdKind(path, operations);
      if (gvk !== undefined) served.set(gvk, (served.get(gvk) ?? false) || path.includes('{namespace}'));
    }
  }
  return {components, served};
}

/** Returns `apps/v1/Deployment` if objects of that kind are created at a path. Subresources such as `pods/{name}/eviction` are not objects. */
function createdKind(path: string, operations: JsonObject): string | undefined {
  const post = operations['post'];
  if (!isObject(post) || post['x-kubernetes-action'] !== 'post' || path.includes('{name}')) return undefined;
  const {group, version, kind} = post['x-kubernetes-group-version-kind'] as Record<string, string>;
  return `${group === '' ? '' : `${group}/`}${version}/${kind}`;
}

/** Returns a type without texts. Adds the values that its Go type allows, and removes the fields that the server sets by default from `required`. */
function compact(schema: JsonObject, name: string, enumOf: ReturnType<typeof goEnums>): JsonObject {
  const {properties, required, ...rest} = withoutTexts(schema) as JsonObject;
  if (!isObject(properties)) return {...rest, ...(required === undefined ? {} : {required})};
  const fields = Object.entries(properties).map(([field, value]) => {
    const values = enumOf(name, field);
    return [field, values === undefined ? value : withEnum(value as JsonObject, values)] as const;
  });
  const needed = isList(required) ? required.filter((field) => !isFilledIn(name, String(field))) : [];
  return {
    ...rest,
    properties: Object.fromEntries(fields),
    ...(needed.length === 0 ? {} : {required: needed}),
  };
}

function withEnum(schema: JsonObject, values: readonly string[]): JsonObject {
  const {items} = schema;
  return isObject(items) ? {...schema, items: {...items, enum: values}} : {...schema, enum: values};
}

/** Removes descriptions, and defaults that no rule reads. A field may be named `description`; its value is an object. */
function withoutTexts(value: Json): Json {
  if (isList(value)) return value.map(withoutTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !(key === 'description' && typeof part === 'string'))
      .map(([key, part]) => [key, withoutTexts(part)]),
  );
}

/** Returns the names of the types that the kinds consist of. */
function reachable(components: Components, served: ReadonlyMap<string, boolean>): readonly string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    const schema = components[name];
    if (schema === undefined || found.has(name)) return;
    found.add(name);
    for (const [, next = ''] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/([^"]+)/g)) add(next);
  };
  for (const [name, schema] of Object.entries(components)) {
    const gvks = schema['x-kubernetes-group-version-kind'];
    if (!isList(gvks)) continue;
    const keys = gvks.map((gvk) => {
      const {group, version, kind} = gvk as Record<string, string>;
      return `${group === '' ? '' : `${group}/`}${version}/${kind}`;
    });
    if (keys.some((key) => served.has(key))) add(name);
  }
  return [...found];
}
