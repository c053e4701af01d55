import type {JsonPath} from '../json.ts';
import {claimIn} from '../stacks/shared-claim.ts';
import {ANY_SHARED, isSharedStack} from '../stacks/shared-stacks.ts';
import type {Encoding} from './encoders.ts';
import {matchAt, readPath, unquote} from './path.ts';

/** A part of a string. */
export type Part =
  | {readonly kind: 'literal'; readonly text: string}
  | {
      readonly kind: 'reference';
      readonly id: string;
      readonly path: JsonPath;
      readonly text: string;
      /** The resource, for a value of another stack. `id` is then the text before the path. */
      readonly of?: StackResource;
    }
  /** `ref://…`: the name of a secret in the workspace's store; or a value of a shared Secret, `shared:ID#data.KEY`. */
  | {readonly kind: 'secret'; readonly uri: string; readonly text: string; readonly shared?: SharedValue}
  /** The encoded form of a text with references. */
  | {readonly kind: 'encoded'; readonly encoding: Encoding; readonly inner: string; readonly text: string}
  /** A text that begins like a reference but is not a valid one. */
  | {readonly kind: 'broken'; readonly text: string; readonly because: string};

/** A resource of another stack, as a reference names it. */
export type StackResource = {
  /** `[PROJECT/]STACK`; `shared/*` for a shared resource, in whatever shared stack. */
  readonly stack: string;
  readonly id: string;
};

/** A value of a shared Secret. */
export type SharedValue = {
  readonly of: StackResource;
  /** Stack and id from the text. */
  readonly key: string;
  /** `data` and the key: also for a reference to `stringData`, which the server moves to `data`. */
  readonly path: JsonPath;
};

type PartAt = {readonly part: Part; readonly end: number};

const KUSION = '$kusion_path.';
/** An escaped reference. One dollar is removed, so that every literal can be written. */
const ESCAPED_VALUE = /^\$(?=\$+kusion_path\.|\$*ref:\/\/)/;
/** The maximum length of a reference. Without it, a text with many openings would take quadratic time. */
const LONGEST = 2000;
const SECRET = /\$\{(ref:\/\/[^}\s]{0,2000})\}/y;
/** An encoded text: `${ref:base64:"user:${ref://db/password}"}`. */
const ENCODED = /\$\{ref:(text|base64|json|json-html|query|digest):("(?:[^"\\]|\\.)*")\}/y;
const QUOTED_ID = /\$\{ref:("(?:[^"\\]|\\.)*")#/y;
/** A reference to another stack: `${ref:stack:PROJECT/STACK#ID#path}`. The id is plain or a JSON string. */
const STACK_ID = /\$\{ref:(stack:([^#}"\n]{1,500})#(?:("(?:[^"\\]|\\.)*")|([^#}"\n][^#}\n]{0,2000})))#/y;
/** A reference to a shared resource: `${ref:shared:ID#path}`. The id is plain or a JSON string. */
const SHARED_ID = /\$\{ref:(shared:(?:("(?:[^"\\]|\\.)*")|([^#}"\n][^#}\n]{0,2000})))#/y;
/** A reference with a plain id. A text without `#` before the brace is not one, for example `${ref:0:7}` in a shell script. */
const PLAIN_ID = /\$\{ref:([^#}"\n][^#}\n]{0,2000})#/y;

/** Splits a string into literals and references. Ids contain dots, so `isKnown` decides where the id of a `$kusion_path` ends. */
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

/** Returns the index of the last dollar in a sequence of dollars. */
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
  const encoded = matchAt(ENCODED, text, at);
  const inner = encoded && unquote(encoded[2] ?? '');
  if (encoded !== undefined && inner !== undefined) {
    const encoding = encoded[1] as Encoding;
    return {part: {kind: 'encoded', encoding, inner, text: encoded[0]}, end: at + encoded[0].length};
  }
  const stack = matchAt(STACK_ID, text, at);
  if (stack !== undefined) return stackReference(text, at, stack);
  const shared = matchAt(SHARED_ID, text, at);
  if (shared !== undefined) {
    const [whole, key = '', quoted, plain] = shared;
    return stackReference(text, at, [whole, key, ANY_SHARED, quoted, plain]);
  }
  const quoted = matchAt(QUOTED_ID, text, at);
  if (quoted !== undefined) return reference(text, at, unquote(quoted[1] ?? ''), at + quoted[0].length);
  const plain = matchAt(PLAIN_ID, text, at);
  if (plain === undefined) return undefined;
  const found = reference(text, at, plain[1], at + plain[0].length);
  return plain[1]?.startsWith('stack:') ? halfStack(found) : found;
}

function stackReference(text: string, at: number, match: readonly (string | undefined)[]): PartAt {
  const [whole = '', key = '', stack = '', quoted, plain] = match;
  const id = quoted === undefined ? plain : unquote(quoted);
  const found = reference(text, at, id === undefined ? undefined : key, at + whole.length);
  if (found.part.kind !== 'reference' || id === undefined) return found;
  return {...found, part: secretValue(found.part, {stack, id}) ?? {...found.part, of: {stack, id}}};
}

const REFERENCE_START = '${'.length + 'ref:'.length;

/** Returns a reference to one value of a shared Secret as what it is: a secret. */
function secretValue({id: key, path, text}: Part & {readonly kind: 'reference'}, of: StackResource): Part | undefined {
  const [field, name, ...deeper] = path;
  if (name === undefined || deeper.length > 0 || !isSharedStack(of.stack)) return undefined;
  // Only Secrets have stringData, so it shows the kind of a claimed object before the object is known.
  const isValue =
    field === 'stringData'
      ? of.id.startsWith(SECRET_ID) || claimIn(of.id) !== undefined
      : field === 'data' && of.id.startsWith(SECRET_ID);
  if (!isValue) return undefined;
  const shared = {of, key, path: ['data', String(name)]};
  return {kind: 'secret', uri: text.slice(REFERENCE_START, -1), text, shared};
}

const SECRET_ID = 'v1:Secret:';

/** Returns an incomplete reference to another stack as a broken part. */
const halfStack = ({part: {text}, end}: PartAt): PartAt => ({
  part: {kind: 'broken', text, because: 'a reference to another stack has the form ${ref:stack:PROJECT/STACK#ID#path}'},
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
  return hasPath ? 'its path is not valid' : 'it names no field';
}

/** Parses a `$kusion_path`: the longest known id that a dot follows, and the path after it. */
function kusionPath(text: string, isKnown: (id: string) => boolean): Part {
  const rest = text.slice(KUSION.length);
  for (let dot = rest.lastIndexOf('.', LONGEST); dot > 0; dot = rest.lastIndexOf('.', dot - 1)) {
    const id = rest.slice(0, dot);
    if (!isKnown(id)) continue;
    const found = readPath(rest, dot + 1);
    return found?.end === rest.length
      ? {kind: 'reference', id, path: found.path, text}
      : {kind: 'broken', text, because: 'its path is not valid'};
  }
  if (isKnown(rest)) return {kind: 'broken', text, because: 'it names no field'};
  return {kind: 'reference', ...likely(rest), text};
}

/** Guesses the id and the path for a message. Names rarely contain a dot, so the id ends at the first dot after the last colon. */
function likely(rest: string): {readonly id: string; readonly path: JsonPath} {
  const dot = rest.indexOf('.', rest.lastIndexOf(':') + 1);
  return dot === -1 ? {id: rest, path: []} : {id: rest.slice(0, dot), path: rest.slice(dot + 1).split('.')};
}
