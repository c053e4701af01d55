import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {itemsOf, type Located, listOf, partOf, withField} from '../../core/variation/located.ts';
import type {Report} from '../../core/variation/problem.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {type ListKeys, type MergedList, type Shape, shapeOfField, shapeOfObject} from './merge-keys.ts';

/**
 * Merges a patch into an object. Maps are merged, null removes a field, lists with keys in Kubernetes are merged by
 * them, and all other lists are replaced. `$patch`, `$retainKeys` and `$deleteFromPrimitiveList` work as in Kubernetes'
 * strategic merge patch. Returns undefined if the patch deletes the object.
 */
export function mergePatch(base: Located, patch: Located, report: Report): Located | undefined {
  const object = isObject(base.value) ? base.value : {};
  return mergeMap(base, patch, {shape: shapeOfObject(object), report});
}

type Merging = {readonly shape: Shape; readonly report: Report};

function mergeMap(base: Located, patch: Located, merging: Merging): Located | undefined {
  const fields = isObject(patch.value) ? patch.value : {};
  const directive = directiveOf(patch, merging.report);
  if (directive === 'delete') return undefined;
  // A replacement is merged into an empty value, so that its own nulls and directives keep their meaning.
  let merged: Located =
    directive === 'replace' ? {value: {}, place: patch.place} : retained(base, patch, merging.report);
  for (const name of Object.keys(fields)) {
    const part = partOf(patch, name);
    if (name === '$patch' || name === RETAIN || part === undefined) continue;
    if (name.startsWith(REMOVE)) {
      merged = withoutItems(merged, name.slice(REMOVE.length), part, merging.report);
      continue;
    }
    if (isUnsupported(name)) {
      const message = `\`${name}\` is not a known directive`;
      merging.report({code: 'patch/invalid', message, hint: KNOWN_DIRECTIVES, place: part.place});
      continue;
    }
    merged = withField(merged, name, mergeField(partOf(merged, name), part, name, merging));
  }
  return merged;
}

const KNOWN_DIRECTIVES =
  'Use `$patch: delete`, `$patch: replace`, `$retainKeys` or `$deleteFromPrimitiveList/FIELD`; null removes a field.';
const RETAIN = '$retainKeys';
const REMOVE = '$deleteFromPrimitiveList/';

const isUnsupported = (name: string): boolean => name.startsWith('$setElementOrder/');

/** Applies `$retainKeys`: only these fields of the base are kept. */
function retained(base: Located, patch: Located, report: Report): Located {
  const keys = partOf(patch, RETAIN);
  if (keys === undefined) return base;
  const {value} = keys;
  if (!isList(value) || !value.every((key) => typeof key === 'string')) {
    report({code: 'patch/invalid', message: `\`${RETAIN}\` is a list of the names of fields`, place: keys.place});
    return base;
  }
  const own = isObject(patch.value) ? Object.keys(patch.value) : [];
  const lost = own.find((name) => !name.startsWith('$') && !value.includes(name));
  if (lost !== undefined) {
    const message = `this patch sets \`${lost}\`, but \`${RETAIN}\` does not name it`;
    report({code: 'patch/invalid', message, place: partOf(patch, lost)?.place ?? keys.place});
  }
  const gone = Object.keys(isObject(base.value) ? base.value : {}).filter((name) => !value.includes(name));
  return gone.reduce((kept, name) => withField(kept, name, undefined), base);
}

/** Applies `$deleteFromPrimitiveList/finalizers: [x]`: the value must be in the list. */
function withoutItems(base: Located, name: string, items: Located, report: Report): Located {
  const list = partOf(base, name);
  const before = list === undefined ? [] : itemsOf(list);
  const unwanted = isList(items.value) ? items.value : [];
  const missing = unwanted.find((value) => !before.some((item) => deepEqual(item.value, value)));
  if (!isList(items.value) || missing !== undefined) {
    const message =
      missing === undefined ? `\`${REMOVE}${name}\` is a list` : `\`${name}\` has no item ${JSON.stringify(missing)}`;
    report({code: missing === undefined ? 'patch/invalid' : 'patch/failed', message, place: items.place});
    return base;
  }
  const left = before.filter((item) => !unwanted.some((value) => deepEqual(item.value, value)));
  return withField(base, name, list && listOf(left, list.place));
}

function mergeField(
  base: Located | undefined,
  patch: Located,
  name: string,
  {shape, report}: Merging,
): Located | undefined {
  if (patch.value === null) return undefined;
  if (isList(patch.value)) {
    const known = shape.lists?.[name];
    return mergeList(base, patch, known, report);
  }
  if (!isObject(patch.value)) return patch;
  const inner = {shape: shapeOfField(shape, name, [base?.value, patch.value]), report};
  return mergeMap(base !== undefined && isObject(base.value) ? base : nothingAt(patch), patch, inner);
}

const nothingAt = ({place}: Located): Located => ({value: {}, place});

function mergeList(
  base: Located | undefined,
  patch: Located,
  known: MergedList | undefined,
  report: Report,
): Located | undefined {
  const items = itemsOf(patch);
  const replaces = items.some(({value}) => isObject(value) && value['$patch'] === 'replace' && isAlone(value));
  const rest = items.filter(({value}) => !(isObject(value) && value['$patch'] === 'replace' && isAlone(value)));
  const before = base !== undefined && isList(base.value) && !replaces ? itemsOf(base) : [];
  const place = before.length > 0 && base !== undefined ? base.place : patch.place;
  if (known === 'set') {
    const added = rest.filter(({value}) => !before.some((item) => deepEqual(item.value, value)));
    return listOf([...before, ...added], place);
  }
  if (known === undefined) return replaces ? listOf(rest, patch.place) : replaced(patch, report);
  return listOf(mergeItems(before, rest, known, report), place);
}

const isAlone = (value: JsonObject): boolean => Object.keys(value).length === 1;

/** Replaces a list without keys: the items of the patch cannot be matched. */
function replaced(patch: Located, report: Report): Located {
  for (const item of itemsOf(patch)) {
    const directive = isObject(item.value) ? partOf(item, '$patch') : undefined;
    if (directive === undefined) continue;
    const message = 'the items of this list have no key: a patch replaces the list as a whole';
    report({code: 'patch/invalid', message, hint: 'Use a JSON patch to change one item.', place: directive.place});
  }
  return patch;
}

type Keyed = Exclude<MergedList, 'set'>;

function mergeItems(
  before: readonly Located[],
  patches: readonly Located[],
  {keys, item: shape}: Keyed,
  report: Report,
): readonly Located[] {
  let items = before;
  for (const patch of patches) {
    const wanted = keyOf(patch.value, keys);
    if (wanted === undefined) {
      const names = keys.map(({name}) => `\`${name}\``).join(' and ');
      report({
        code: 'patch/invalid',
        message: `an item of this list is identified by its ${names}`,
        place: patch.place,
      });
      continue;
    }
    const index = items.findIndex(({value}) => deepEqual(keyOf(value, keys), wanted));
    const merged = mergeMap(items[index] ?? nothingAt(patch), patch, {shape, report});
    if (merged === undefined && index === -1) {
      const message = 'there is no such item to delete';
      report({code: 'patch/failed', message, place: patch.place});
    } else if (merged === undefined) items = items.toSpliced(index, 1);
    else items = index === -1 ? [...items, merged] : items.with(index, merged);
  }
  return items;
}

function keyOf(item: Json, keys: ListKeys): readonly Json[] | undefined {
  if (!isObject(item)) return undefined;
  const values = keys.map(({name, default: otherwise}) => item[name] ?? otherwise);
  return values.every((value) => value !== undefined && value !== null) ? values : undefined;
}

function directiveOf(patch: Located, report: Report): 'delete' | 'replace' | 'merge' {
  const directive = partOf(patch, '$patch');
  const {value = 'merge'} = directive ?? {};
  if (value === 'delete' || value === 'replace' || value === 'merge') return value;
  const message = `\`$patch: ${typeof value === 'string' ? value : JSON.stringify(value)}\` is not a directive`;
  report({code: 'patch/invalid', message, hint: KNOWN_DIRECTIVES, place: directive?.place ?? patch.place});
  return 'merge';
}
