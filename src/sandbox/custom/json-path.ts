import {isList, isObject, type Json} from '../../core/json.ts';
import {own} from '../model/part.ts';

/** A JSONPath as Kubernetes reads it (`.status.conditions[?(@.type=="Ready")].status`). It returns all matching values, in order. */
export type JsonPathQuery = (value: Json) => readonly Json[];

type Step = (value: Json) => readonly Json[];

/** Parses a JSONPath. Returns undefined if it is invalid. */
export function jsonPath(path: string): JsonPathQuery | undefined {
  const steps: Step[] = [];
  let rest = path.replace(/^[$@]/, '');
  while (rest !== '') {
    const read = readStep(rest);
    if (read === undefined) return undefined;
    if (read.step !== undefined) steps.push(read.step);
    rest = read.rest;
  }
  return (value) => steps.reduce<readonly Json[]>((values, step) => values.flatMap((one) => step(one)), [value]);
}

type Read = {readonly step?: Step; readonly rest: string};

const all: Step = (value) => {
  if (isList(value)) return value;
  return isObject(value)
    ? Object.keys(value)
        .toSorted()
        .map((name) => value[name] ?? null)
    : [];
};

const field =
  (name: string): Step =>
  (value) => {
    const inner = isObject(value) ? own(value, name) : undefined;
    return inner === undefined ? [] : [inner];
  };

const deep =
  (step: Step): Step =>
  (value) => [...step(value), ...all(value).flatMap((inner) => deep(step)(inner))];

function readStep(text: string): Read | undefined {
  if (text.startsWith('[')) return readBracket(text);
  if (text.startsWith('..')) {
    const read = readStep(text.slice(1));
    return read?.step === undefined ? undefined : {step: deep(read.step), rest: read.rest};
  }
  if (!text.startsWith('.')) return undefined;
  const rest = text.slice(1);
  if (rest === '' || rest.startsWith('[')) return {rest};
  if (rest.startsWith('*')) return {step: all, rest: rest.slice(1)};
  const [name = ''] = /^(?:\\[^]|[^\\\s.,[\]$@{}])+/.exec(rest) ?? [];
  if (name === '') return undefined;
  return {step: field(name.replaceAll('\\', '')), rest: rest.slice(name.length)};
}

const QUOTED = /^\[\s*(?:'((?:\\[^]|[^'\\])*)'|"((?:\\[^]|[^"\\])*)")\s*\]/;
const FILTER = /^\[\?\(((?:'[^']*'|"[^"]*"|[^'")])*)\)\]/;
const RANGE = /^\[\s*(?:(-?\d+|-)\s*)?(?::\s*(?:(-?\d+|-)\s*)?)?(?::\s*(?:(-?\d+|-)\s*)?)?\]/;

function readBracket(text: string): Read | undefined {
  if (text.startsWith('[*]')) return {step: all, rest: text.slice(3)};
  const quoted = QUOTED.exec(text);
  if (quoted !== null) {
    const name = (quoted[1] ?? quoted[2] ?? '').replaceAll(/\\([^])/g, '$1');
    return {step: field(name), rest: text.slice(quoted[0].length)};
  }
  const filter = FILTER.exec(text);
  if (filter !== null) return readFilter(filter[1] ?? '', text.slice(filter[0].length));
  const range = RANGE.exec(text);
  if (range === null) return undefined;
  const isIndex = !range[0].includes(':');
  if (isIndex && range[1] === undefined) return undefined;
  return {step: isIndex ? item(Number(range[1])) : slice(range), rest: text.slice(range[0].length)};
}

const item =
  (index: number): Step =>
  (value) => {
    const found = isList(value) ? value.at(index) : undefined;
    return found === undefined ? [] : [found];
  };

const slice =
  ([, from = '', to = '', step = '']: readonly (string | undefined)[]): Step =>
  (value) => {
    if (!isList(value)) return [];
    const every = Math.max(1, Number(step === '' ? '1' : step));
    return value.slice(Number(from), to === '' ? undefined : Number(to)).filter((_, i) => i % every === 0);
  };

type Operand = (value: Json) => Json | undefined;

const COMPARISONS: Readonly<Record<string, (left: Json, right: Json) => boolean>> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => order(left, right) < 0,
  '<=': (left, right) => order(left, right) <= 0,
  '>': (left, right) => order(left, right) > 0,
  '>=': (left, right) => order(left, right) >= 0,
};

/** Compares two values. Returns NaN if they cannot be compared, so that no comparison holds. */
function order(left: Json, right: Json): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right);
  return Number.NaN;
}

function readFilter(text: string, rest: string): Read | undefined {
  const sign = /==|!=|<=|>=|<|>/.exec(text);
  const parts = sign === null ? null : [text.slice(0, sign.index), sign[0], text.slice(sign.index + sign[0].length)];
  const left = operand((parts?.[0] ?? text).trim());
  if (left === undefined) return undefined;
  if (parts === null) return {step: (value) => all(value).filter((one) => left(one) !== undefined), rest};
  const right = operand((parts[2] ?? '').trim());
  const compare = COMPARISONS[parts[1] ?? ''];
  if (right === undefined || compare === undefined) return undefined;
  const holds = (one: Json): boolean => {
    const [a, b] = [left(one), right(one)];
    return a !== undefined && b !== undefined && compare(a, b);
  };
  return {step: (value) => all(value).filter(holds), rest};
}

function operand(text: string): Operand | undefined {
  const quoted = /^(?:"([^"]*)"|'([^']*)')$/.exec(text);
  if (quoted !== null) return () => quoted[1] ?? quoted[2] ?? '';
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return () => Number(text);
  if (text === 'true' || text === 'false') return () => text === 'true';
  if (!/^[@$.]/.test(text)) return undefined;
  const path = jsonPath(text);
  return path === undefined ? undefined : (value) => path(value)[0];
}
