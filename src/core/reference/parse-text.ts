import type {JsonPath} from '../json.ts';
import {matchAt, readPath, unquote} from './path.ts';

/** What a string is made of. */
export type Part =
  | {readonly kind: 'literal'; readonly text: string}
  | {
      readonly kind: 'reference';
      readonly id: string;
      readonly path: JsonPath;
      readonly text: string;
      /** Of a value of another stack; `id` is the text before the path then, and the resource's own id stands here. */
      readonly of?: StackResource;
    }
  /** `ref://…`: the name of a secret in the workspace's store. */
  | {readonly kind: 'secret'; readonly uri: string; readonly text: string}
  /** Begins as a reference but does not go on as one. */
  | {readonly kind: 'broken'; readonly text: string; readonly because: string};

/** A resource of another stack, as a reference names it. */
export type StackResource = {
  /** `[PROJECT/]STACK`. */
  readonly stack: string;
  readonly id: string;
};

type PartAt = {readonly part: Part; readonly end: number};

const KUSION = '$kusion_path.';
/** One dollar more than what means something: it is taken off, so that every literal can be written. */
const ESCAPED_VALUE = /^\$(?=\$+kusion_path\.|\$*ref:\/\/)/;
/** Nothing that anyone names is longer; without a bound, a long text of openings would be read over and over. */
const LONGEST = 2000;
const SECRET = /\$\{(ref:\/\/[^}\s]{0,2000})\}/y;
const QUOTED_ID = /\$\{ref:("(?:[^"\\]|\\.)*")#/y;
/** `${ref:stack:PROJECT/STACK#ID#path}`: the id plain, or as a JSON string. */
const STACK_ID = /\$\{ref:(stack:([^#}"\n]{1,500})#(?:("(?:[^"\\]|\\.)*")|([^#}"\n][^#}\n]{0,2000})))#/y;
/** Without `#` before the brace it is text, for example the substring `${ref:0:7}` of a shell script. */
const PLAIN_ID = /\$\{ref:([^#}"\n][^#}\n]{0,2000})#/y;

/** Takes a string apart. `isKnown` decides where the id of a `$kusion_path` ends: ids contain dots. */
export function parseText(text: string, isKnown: (id: string) => boolean): readonly Part[] {
  if (text.startsWith('ref://')) return [{kind: 'secret', uri: text, text}];
  if (text.startsWith(KUSION)) return [kusionPath(text, isKnown)];
  const parts: Part[] = [];
  let from = ESCAPED_VALUE.test(text) ? 1 : 0;
  let scan = from;
  const flush = (end: number): void => {
    if (end > from) parts.push({kind: 'literal', text: text.slice(from, end)});
  };
  for (let at = text.indexOf('$', scan); at !== -1; at = text.indexOf('$', scan)) {
    const last = lastDollar(text, at);
    if (last > at && text.startsWith('{ref:', last + 1)) {
      flush(at);
      from = at + 1;
      scan = last + 1;
      continue;
    }
    const found = partAt(text, last);
    if (found === undefined) {
      scan = last + 1;
      continue;
    }
    at = last;
    flush(at);
    parts.push(found.part);
    from = scan = found.end;
  }
  flush(text.length);
  return parts;
}

/** Of dollars in a row. */
function lastDollar(text: string, at: number): number {
  let last = at;
  while (text[last + 1] === '$') last++;
  return last;
}

function partAt(text: string, at: number): PartAt | undefined {
  const secret = matchAt(SECRET, text, at);
  if (secret !== undefined) {
    const [written, uri = ''] = secret;
    return {part: {kind: 'secret', uri, text: written}, end: at + written.length};
  }
  const stack = matchAt(STACK_ID, text, at);
  if (stack !== undefined) return stackReference(text, at, stack);
  const quoted = matchAt(QUOTED_ID, text, at);
  if (quoted !== undefined) return reference(text, at, unquote(quoted[1] ?? ''), at + quoted[0].length);
  const plain = matchAt(PLAIN_ID, text, at);
  if (plain === undefined) return undefined;
  const found = reference(text, at, plain[1], at + plain[0].length);
  return plain[1]?.startsWith('stack:') ? halfStack(found) : found;
}

function stackReference(text: string, at: number, match: RegExpExecArray): PartAt {
  const [whole, key = '', stack = '', quoted, plain] = match;
  const id = quoted === undefined ? plain : unquote(quoted);
  const found = reference(text, at, id === undefined ? undefined : key, at + whole.length);
  return found.part.kind === 'reference' && id !== undefined
    ? {...found, part: {...found.part, of: {stack, id}}}
    : found;
}

/** No id of ours begins like this. */
const halfStack = ({part: {text}, end}: PartAt): PartAt => ({
  part: {kind: 'broken', text, because: 'a value of another stack is ${ref:stack:PROJECT/STACK#ID#path}'},
  end,
});

function reference(text: string, at: number, id: string | undefined, pathStart: number): PartAt {
  const found = readPath(text, pathStart);
  if (id !== undefined && found !== undefined && text[found.end] === '}') {
    const end = found.end + 1;
    return {part: {kind: 'reference', id, path: found.path, text: text.slice(at, end)}, end};
  }
  const brace = text.indexOf('}', pathStart);
  const end = brace === -1 ? text.length : brace + 1;
  return {part: {kind: 'broken', text: text.slice(at, end), because: whyBroken(id, brace, found !== undefined)}, end};
}

function whyBroken(id: string | undefined, brace: number, hasPath: boolean): string {
  if (id === undefined) return 'its id is not a JSON string';
  if (brace === -1) return 'it has no closing }';
  return hasPath ? 'its path cannot be read' : 'it names no field';
}

/** The longest known id after which the text goes on with a dot. */
function kusionPath(text: string, isKnown: (id: string) => boolean): Part {
  const rest = text.slice(KUSION.length);
  for (let dot = rest.lastIndexOf('.', LONGEST); dot > 0; dot = rest.lastIndexOf('.', dot - 1)) {
    const id = rest.slice(0, dot);
    if (!isKnown(id)) continue;
    const found = readPath(rest, dot + 1);
    return found?.end === rest.length
      ? {kind: 'reference', id, path: found.path, text}
      : {kind: 'broken', text, because: 'its path cannot be read'};
  }
  if (isKnown(rest)) return {kind: 'broken', text, because: 'it names no field'};
  return {kind: 'reference', ...likely(rest), text};
}

/** For the message only: names seldom hold a dot, so the id probably ends at the first one after the last colon. */
function likely(rest: string): {readonly id: string; readonly path: JsonPath} {
  const dot = rest.indexOf('.', rest.lastIndexOf(':') + 1);
  return dot === -1 ? {id: rest, path: []} : {id: rest.slice(0, dot), path: rest.slice(dot + 1).split('.')};
}
