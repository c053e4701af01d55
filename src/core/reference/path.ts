import {didYouMean} from '../../lib/did-you-mean.ts';
import {isList, isObject, type Json, type JsonPath} from '../json.ts';

/** A key that needs no quotes after a dot. */
const PLAIN_KEY = /[^.[\]{}"]+/y;
const INDEX = /\[(\d+)\]/y;
const QUOTED_KEY = /\[("(?:[^"\\]|\\.)*")\]/y;

/** Parses the longest path (`spec.ports[0].name`, `metadata.labels["a.b/c"]`) that begins at `start`. */
export function readPath(text: string, start: number): {readonly path: JsonPath; readonly end: number} | undefined {
  const path: (string | number)[] = [];
  let end = start;
  for (let step = readStep(text, end, true); step !== undefined; step = readStep(text, end, false)) {
    path.push(step.step);
    end = step.end;
  }
  return path.length === 0 ? undefined : {path, end};
}

function readStep(
  text: string,
  start: number,
  first: boolean,
): {readonly step: string | number; readonly end: number} | undefined {
  const index = matchAt(INDEX, text, start);
  if (index !== undefined) return {step: Number(index[1]), end: start + index[0].length};
  const quoted = matchAt(QUOTED_KEY, text, start);
  if (quoted !== undefined) {
    const key = unquote(quoted[1] ?? '');
    return key === undefined ? undefined : {step: key, end: start + quoted[0].length};
  }
  if (!first && text[start] !== '.') return undefined;
  const from = first ? start : start + 1;
  const plain = matchAt(PLAIN_KEY, text, from);
  return plain === undefined ? undefined : {step: plain[0], end: from + plain[0].length};
}

/** Returns the text of a JSON string; undefined if it is not one. */
export function unquote(json: string): string | undefined {
  try {
    return JSON.parse(json) as string;
  } catch {
    return undefined;
  }
}

/** Returns the match of a sticky pattern that begins exactly at an offset, or undefined. */
export function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | undefined {
  sticky.lastIndex = at;
  return sticky.exec(text) ?? undefined;
}

/** Formats a path so that {@link readPath} reads it. */
export const showPath = (path: JsonPath): string =>
  path
    .map((step, i) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[^.[\]{}"]+$/.test(step)) return `[${JSON.stringify(step)}]`;
      return i === 0 ? step : `.${step}`;
    })
    .join('');

/** The value at a path, or the part of the path that exists and a similar name. */
export type Found =
  | {readonly value: Json}
  | {readonly missing: string | number; readonly within: JsonPath; readonly nearest?: string | undefined};

/** Returns the value at a path, or its first step that does not exist. */
export function follow(root: Json, path: JsonPath): Found {
  let value: Json = root;
  for (const [i, step] of path.entries()) {
    const next = stepInto(value, step);
    if (next === undefined) return missing(value, step, path.slice(0, i));
    value = next;
  }
  return {value};
}

function stepInto(value: Json, step: string | number): Json | undefined {
  // Paths without brackets write an index as `ports.0`.
  if (isList(value)) return /^\d+$/.test(String(step)) ? value[Number(step)] : undefined;
  return isObject(value) && typeof step === 'string' && Object.hasOwn(value, step) ? value[step] : undefined;
}

function missing(value: Json, step: string | number, within: JsonPath): Found {
  const nearest = isObject(value) ? didYouMean(String(step), Object.keys(value)) : undefined;
  return {missing: step, within, nearest};
}
