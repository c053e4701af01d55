import {didYouMean} from '../../lib/did-you-mean.ts';
import {isList, isObject, type Json, type JsonPath} from '../json.ts';

/** A key that can be written after a dot as it is. */
const PLAIN_KEY = /[^.[\]{}"]+/y;
const INDEX = /\[(\d+)\]/y;
const QUOTED_KEY = /\[("(?:[^"\\]|\\.)*")\]/y;

/** Reads a path (`spec.ports[0].name`, `metadata.labels["a.b/c"]`) from `start` on, as far as it goes. */
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

/** The text of a JSON string, or undefined if it is none. */
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

/** The way to write a path that {@link readPath} reads back. */
export const showPath = (path: JsonPath): string =>
  path
    .map((step, i) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[^.[\]{}"]+$/.test(step)) return `[${JSON.stringify(step)}]`;
      return i === 0 ? step : `.${step}`;
    })
    .join('');

/** Where a path leads: the value, or how far it went and what it could have meant. */
export type Found =
  | {readonly value: Json}
  | {readonly missing: string | number; readonly within: JsonPath; readonly nearest?: string | undefined};

/** Returns the value at a path, or the first step of it that leads nowhere. */
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
  // `ports.0` is how paths without brackets write an index.
  if (isList(value)) return /^\d+$/.test(String(step)) ? value[Number(step)] : undefined;
  return isObject(value) && typeof step === 'string' && Object.hasOwn(value, step) ? value[step] : undefined;
}

function missing(value: Json, step: string | number, within: JsonPath): Found {
  const nearest = isObject(value) ? didYouMean(String(step), Object.keys(value)) : undefined;
  return {missing: step, within, nearest};
}
