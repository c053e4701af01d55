import {type FieldPath, formatFieldPath, type PathElement} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {itemElement} from '../fields/list-item.ts';
import {asList, asMap, DEDUCED, fieldOf, type Schema} from '../fields/schema.ts';

/**
 * Returns the field that a person means by a text such as `spec.template.spec.containers[name="app"].image`,
 * `spec.ports[0].port`, `data.app.conf` or `metadata.labels["a.b/c"]`. It searches objects of one kind; the first that
 * has the field decides.
 */
export function findField(text: string, objects: readonly JsonObject[], schema: Schema): FieldPath | undefined {
  for (const object of objects) {
    const path = walk(object, schema, text.startsWith('.') ? text : `.${text}`);
    if (path !== undefined) return path;
  }
  return undefined;
}

const MOST = 5;

/** Returns similar fields for a hint: those with the same end, a similar spelling, and those beside it. */
export function nearestFields(text: string, objects: readonly JsonObject[], schema: Schema): readonly string[] {
  const all = new Set<string>();
  for (const object of objects) collect(object, schema, [], all);
  const known = [...all];
  const ending = known.filter((path) => path.endsWith(`.${text}`) || path.endsWith(`["${text}"]`));
  const near = didYouMean(text, known);
  let above = text;
  let beside: readonly string[] = [];
  while (beside.length === 0 && above.includes('.')) {
    above = above.slice(0, above.lastIndexOf('.'));
    beside = known.filter((path) => path.startsWith(`${above}.`) || path.startsWith(`${above}[`));
  }
  return [...new Set([...ending, ...(near === undefined ? [] : [near]), ...beside])].slice(0, MOST);
}

function collect(value: Json, schema: Schema, path: FieldPath, into: Set<string>): void {
  if (path.length > 0) into.add(formatFieldPath(path));
  for (const {element, part, type} of partsOf(value, schema)) collect(part, type, [...path, element], into);
}

type Part = {readonly element: PathElement; readonly part: Json; readonly type: Schema};

function partsOf(value: Json, schema: Schema): readonly Part[] {
  if (isObject(value)) {
    const map = asMap(schema);
    return Object.entries(value).map(([field, part]) => ({
      element: {field},
      part,
      type: (map && fieldOf(map, field)) ?? DEDUCED,
    }));
  }
  if (!isList(value)) return [];
  const list = asList(schema);
  const type = list?.items() ?? DEDUCED;
  return value.map((part, index) => ({element: (list && itemElement(part, list)) ?? {index}, part, type}));
}

/** Tries longer names first: `app.conf` before `app`. */
function walk(value: Json, schema: Schema, rest: string): FieldPath | undefined {
  if (rest === '') return [];
  const parts = partsOf(value, schema);
  for (const {part, type, element, end} of matches(value, parts, rest).toSorted((a, b) => b.end - a.end)) {
    const path = walk(part, type, rest.slice(end));
    if (path !== undefined) return [element, ...path];
  }
  return undefined;
}

type Match = Part & {/** The length of the text that names it. */ readonly end: number};

const IN_BRACKETS = /^\[((?:"(?:[^"\\]|\\.)*"|[^\]"])*)\]/;

function matches(value: Json, parts: readonly Part[], rest: string): readonly Match[] {
  const bracket = IN_BRACKETS.exec(rest.startsWith('.[') ? rest.slice(1) : rest);
  if (bracket !== null) {
    const [whole, inside = ''] = bracket;
    const end = whole.length + (rest.startsWith('.[') ? 1 : 0);
    return parts
      .filter((part, i) => isNamed(part, inside, isList(value) ? i : undefined))
      .map((part) => ({...part, end}));
  }
  if (!rest.startsWith('.') || !isObject(value)) return [];
  return parts.flatMap((part) => {
    const name = 'field' in part.element ? part.element.field : '';
    const end = 1 + name.length;
    return rest.startsWith(name, 1) && ['', '.', '['].includes(rest.charAt(end)) ? [{...part, end}] : [];
  });
}

/** Reports whether the text in brackets identifies this part: a key, an index of the list, the key fields of an item, or a value. */
function isNamed({element, part}: Part, inside: string, index: number | undefined): boolean {
  if ('field' in element) return inside === element.field || inside === JSON.stringify(element.field);
  if (inside === String(index)) return true;
  if (!isObject(part)) return inside.replace(/^=/, '') === JSON.stringify(part) || inside === part;
  const pairs = inside.split(',').map((pair) => pair.split('=') as [string, string?]);
  return pairs.every(([name, wanted]) => {
    const own = part[name.trim()] ?? ('key' in element ? element.key[name.trim()] : undefined);
    return wanted !== undefined && own !== undefined && [own, JSON.stringify(own)].includes(wanted.trim());
  });
}
