import type {JsonPath} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';
import {asList, asMap, fieldOf, type MapSchema, type Schema} from '../fields/schema.ts';
import type {KubernetesTypes} from '../types/kubernetes-types.ts';

/** Returns the schema at a path of an object, as far as it is declared. */
export function schemaAt(schema: Schema, path: JsonPath): Schema | undefined {
  let found: Schema | undefined = schema;
  for (const step of path) {
    if (found === undefined) return undefined;
    found = partOf(found, step);
  }
  return found;
}

function partOf(schema: Schema, step: string | number): Schema | undefined {
  if (typeof step === 'number') return asList(schema)?.items();
  const map = asMap(schema);
  return map && fieldOf(map, step);
}

/** Returns a hint about the right place of an unknown field: in a parent (wrong indentation), or in a child. */
export function placeOfField(schema: Schema, path: JsonPath): string | undefined {
  const name = String(path.at(-1));
  for (let length = path.length - 2; length >= 1; length--) {
    const above = path.slice(0, length);
    if (typeof above.at(-1) === 'string' || typeof path[length] === 'string') {
      const part = schemaAt(schema, above);
      if (part !== undefined && declares(part, name))
        return `It is a field of ${showPath(above)}: check the indentation.`;
    }
  }
  const parent = path.slice(0, -1);
  const here = schemaAt(schema, parent);
  const below = here && fieldBelow(asMap(here), name, 2);
  return below === undefined ? undefined : `It is a field of ${showPath([...parent, ...below])}.`;
}

const declares = (schema: Schema, name: string): boolean => asMap(schema)?.declared(name) !== undefined;

function fieldBelow(map: MapSchema | undefined, name: string, depth: number): readonly string[] | undefined {
  if (map === undefined || depth === 0) return undefined;
  const fields = map.fieldNames.flatMap((field) => {
    const part = map.declared(field);
    return part?.type === 'map' && field !== 'status' && field !== 'metadata' ? [[field, part] as const] : [];
  });
  const direct = fields.find(([, part]) => declares(part, name));
  if (direct !== undefined) return [direct[0]];
  for (const [field, part] of fields) {
    const below = fieldBelow(part, name, depth - 1);
    if (below !== undefined) return [field, ...below];
  }
  return undefined;
}

type Versions = {readonly types: KubernetesTypes; readonly all: readonly KubernetesTypes[]};

/** Returns a hint about the other versions of Kubernetes that have a field: `It was added in Kubernetes 1.33.` */
export function versionsOfField(
  {types, all}: Versions,
  kind: readonly [apiVersion: string, kind: string],
  path: JsonPath,
): string | undefined {
  const having = all.filter((one) => {
    const schema = one.schemaOf(...kind);
    const parent = schema && schemaAt(schema, path.slice(0, -1));
    return parent !== undefined && declares(parent, String(path.at(-1)));
  });
  const [first, last] = [having[0], having.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return all.indexOf(last) < all.indexOf(types)
    ? `It was removed after Kubernetes ${last.version}.`
    : `It was added in Kubernetes ${first.version}.`;
}
