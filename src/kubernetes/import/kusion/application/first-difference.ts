import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../../../core/json.ts';
import {generatedValueIn} from '../../../../core/module/generated-value.ts';
import {deepEqual} from '../../../../lib/deep-equal.ts';
import {dropServerFields, foldStringData} from '../../../fields/drop-server-fields.ts';
import {mapAt, textAt} from './field-at.ts';

/**
 * Returns the path of the first difference between an object that was built and the one of a release; undefined if a plan would find none.
 * A generated value equals every value of the release, because Gantry keeps the value in the cluster.
 */
export function firstDifference(built: JsonObject, released: JsonObject): JsonPath | undefined {
  const theirs = foldStringData(plain(dropServerFields(released)));
  return differenceOf(withKept(foldStringData(plain(built)), theirs), theirs, []);
}

/** The mappings that Go writes although they are empty. The server reads them as absent, as it reads the port 0. */
const WRITTEN_EMPTY = new Set(['metadata', 'resources', 'strategy', 'status']);

const isUnset = (name: string, value: Json): boolean =>
  value === null ||
  (name === 'targetPort' && value === 0) ||
  (WRITTEN_EMPTY.has(name) && isObject(value) && Object.keys(value).length === 0);

/** Returns an object without the fields that Go writes although they are not set. */
function plain(object: JsonObject): JsonObject {
  const clean = (value: Json): Json => {
    if (isList(value)) return value.map(clean);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, field]) => (isUnset(name, field) ? [] : [[name, clean(field)]])),
    );
  };
  return clean(object) as JsonObject;
}

/** Returns a built object in which the values of the release replace the generated ones. */
function withKept(built: JsonObject, released: JsonObject): JsonObject {
  const {data} = built;
  if (built['kind'] !== 'Secret' || !isObject(data)) return built;
  const theirs = mapAt(released, 'data');
  const kept = Object.entries(data).map(([key, value]) => {
    const isGenerated = generatedValueIn(Buffer.from(textAt(data, key), 'base64').toString('utf8')) !== undefined;
    return [key, isGenerated ? (theirs[key] ?? value) : value];
  });
  return {...built, data: Object.fromEntries(kept) as JsonObject};
}

function differenceOf(a: Json | undefined, b: Json | undefined, path: JsonPath): JsonPath | undefined {
  if (isObject(a) && isObject(b)) {
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].toSorted();
    return firstOf(names, (name) => differenceOf(a[name], b[name], [...path, name]));
  }
  if (isList(a) && isList(b) && a.length === b.length)
    return firstOf([...a.keys()], (index) => differenceOf(a[index], b[index], [...path, index]));
  return deepEqual(a, b) ? undefined : path;
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => JsonPath | undefined): JsonPath | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
