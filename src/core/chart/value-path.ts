import type {JsonPath} from '../json.ts';

const MOST_INDEX = 65_536;
const MOST_NAMES = 30;

/** The path of a value, or the reason why a text is not one. */
export type ValuePath = {readonly path: JsonPath} | {readonly because: string};

/**
 * Parses a path in Helm's syntax for `--set`: names with dots between them, and list indexes: `ingress.hosts[0].host`. A backslash
 * makes the next character a part of the name: `nodeSelector.kubernetes\.io/os`.
 */
export function parseValuePath(text: string): ValuePath {
  const path: (string | number)[] = [];
  for (let at = 0; at < text.length || path.length === 0; ) {
    const step = text[at] === '[' && path.length > 0 ? indexAt(text, at) : nameAt(text, at, path.length === 0);
    if ('because' in step) return step;
    path.push(step.step);
    at = step.end;
  }
  return path.length > MOST_NAMES ? {because: `it has more than ${MOST_NAMES} names`} : {path};
}

/** Formats a path so that {@link parseValuePath} reads it. */
export const showValuePath = (path: JsonPath): string =>
  path
    .map((step, i) =>
      typeof step === 'number' ? `[${step}]` : (i === 0 ? '' : '.') + step.replaceAll(/[\\.[]/g, '\\$&'),
    )
    .join('');

type Step = {readonly step: string | number; readonly end: number} | {readonly because: string};

function nameAt(text: string, start: number, isFirst: boolean): Step {
  if (!isFirst && text[start] !== '.') return {because: 'a dot or an index must follow an index'};
  let name = '';
  let at = isFirst ? start : start + 1;
  for (; at < text.length && text[at] !== '.' && text[at] !== '['; at++) {
    if (text[at] === '\\') at++;
    name += text[at] ?? '';
  }
  return name === '' ? {because: 'it has an empty name'} : {step: name, end: at};
}

function indexAt(text: string, start: number): Step {
  const found = /^\[(\d+)\]/.exec(text.slice(start, start + 12));
  if (found === null) return {because: 'a list index must be a number in brackets: [0]'};
  const index = Number(found[1]);
  if (index > MOST_INDEX) return {because: `the list index ${index} is larger than ${MOST_INDEX}`};
  return {step: index, end: start + found[0].length};
}
