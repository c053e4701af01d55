import type {FieldPath, PathElement} from '../fields/field-path.ts';
import {isObject, type Json, type JsonObject} from '../json.ts';

/** The path of a rule, as one test for each step. */
export type IgnorePath = readonly ((element: PathElement) => boolean)[];

const STEP = /\.?([^.[\]"*\s]+|\*)|\[((?:"(?:[^"\\]|\\.)*"|[^"\]])*)\]/y;

/**
 * Parses a path as plans show it: `spec.replicas`, `metadata.annotations["a.b/c"]`, `containers[name="app"].image`. `*` matches any one
 * step and `[*]` any item of a list. An item with several keys needs only some of them. Undefined if the text is not a path.
 */
export function readIgnorePath(text: string): IgnorePath | undefined {
  const path: ((element: PathElement) => boolean)[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < text.length) {
    const first = STEP.lastIndex === 0;
    const match = STEP.exec(text);
    if (match === null || (match[1] !== undefined && first === match[0].startsWith('.'))) return undefined;
    const step = match[1] === undefined ? bracketed((match[2] ?? '').trim()) : named(match[1]);
    if (step === undefined) return undefined;
    path.push(step);
  }
  return path.length === 0 ? undefined : path;
}

/** Reports whether a rule names a field or one of its parents. */
export const coversPath = (rule: IgnorePath, path: FieldPath): boolean =>
  rule.length <= path.length && rule.every((step, i) => step(path[i] ?? {field: ''}));

function named(name: string): (element: PathElement) => boolean {
  return name === '*' ? () => true : (element) => 'field' in element && element.field === name;
}

function bracketed(content: string): ((element: PathElement) => boolean) | undefined {
  if (content === '*') return (element) => !('field' in element);
  if (/^\d+$/.test(content)) return (element) => 'index' in element && element.index === Number(content);
  const quoted = content.startsWith('"') ? parsed(content) : undefined;
  if (typeof quoted === 'string') {
    return (element) =>
      ('field' in element && element.field === quoted) || ('value' in element && element.value === quoted);
  }
  if (content.startsWith('=')) {
    const value = parsed(content.slice(1));
    return value === undefined ? undefined : (element) => 'value' in element && element.value === value;
  }
  const key = keyOf(content);
  return key === undefined ? undefined : (element) => 'key' in element && hasKey(element.key, key);
}

const KEY = /\s*([A-Za-z_][A-Za-z0-9_-]*)=("(?:[^"\\]|\\.)*"\s*|[^",]+)(,|$)/y;

/** Parses the keys of a list item: `name="app"`, `containerPort=80,protocol="TCP"`. Quotes around a word are optional. */
function keyOf(content: string): JsonObject | undefined {
  const key: Record<string, Json> = {};
  KEY.lastIndex = 0;
  do {
    const [, name, value, end] = KEY.exec(content) ?? [];
    if (name === undefined || value === undefined) return undefined;
    key[name] = parsed(value) ?? value.trim();
    if (end !== ',') break;
  } while (KEY.lastIndex < content.length);
  return KEY.lastIndex === content.length ? key : undefined;
}

const hasKey = (key: JsonObject, wanted: JsonObject): boolean =>
  Object.entries(wanted).every(([name, value]) => key[name] === value);

function parsed(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? undefined : value;
  } catch {
    return undefined;
  }
}
