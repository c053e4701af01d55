import {isObject, type Json} from '../json.ts';
import {type Block, blocksIn} from './blocks.ts';
import {bodyOf} from './json-body.ts';
import {type Member, membersIn, objectsAt, valueEnd} from './json-members.ts';

/** Reports whether Terraform reads a file as code, in one of its two syntaxes. */
export const isCode = (path: string): boolean => path.endsWith('.tf') || isJsonCode(path);

/** Reports whether a file has the JSON syntax. */
export const isJsonCode = (path: string): boolean => path.endsWith('.tf.json');

/** Reports whether Terraform reads a file as a part of the root module. */
export const isRootFile = (path: string): boolean => !path.includes('/') && isCode(path);

/** Returns the blocks of a file. Those of the JSON syntax have the places of their JSON, and a body in the other syntax. */
export const blocksOf = (path: string, text: string): readonly Block[] =>
  isJsonCode(path) ? jsonBlocksIn(text) : blocksIn(text);

/** Returns a block as text. */
export const blockText = ({type, labels, body}: Pick<Block, 'type' | 'labels' | 'body'>): string =>
  `${[type, ...labels.map((label) => JSON.stringify(label))].join(' ')} {${body}}`;

/** Returns a text without some of its blocks. The lines of all other parts stay. */
export const withoutBlocks = (path: string, text: string, isLeft: (block: Block) => boolean): string =>
  blocksOf(path, text)
    .filter(isLeft)
    .reduceRight((rest, {start, end}) => withoutPart(rest, start, isJsonCode(path) ? memberEnd(rest, end) : end), text);

const withoutPart = (text: string, start: number, end: number): string => {
  const before = text.slice(0, start);
  // Without the last member of an object, the comma before it must go, too.
  const kept = /^\s*\}/.test(text.slice(end)) ? before.replace(/,(?=\s*$)/, '') : before;
  return kept + text.slice(start, end).replaceAll(/[^\n]/g, '') + text.slice(end);
};

/** Returns the offset after the comma that follows a member. */
const memberEnd = (text: string, end: number): number => end + (/^\s*,/.exec(text.slice(end))?.[0].length ?? 0);

/** The number of labels of each type of block. */
const LABELS: Readonly<Record<string, number>> = {
  check: 1,
  data: 2,
  ephemeral: 2,
  module: 1,
  output: 1,
  provider: 1,
  resource: 2,
  variable: 1,
};

/** Returns the blocks of a JSON text; none of a text that is no JSON: Terraform reports the error. */
function jsonBlocksIn(text: string): readonly Block[] {
  if (!isObject(parsed(text))) return [];
  return membersIn(text, text.indexOf('{')).flatMap((one) => blocksAt(text, one, one.key, []));
}

function blocksAt(text: string, member: Member, type: string, labels: readonly string[]): readonly Block[] {
  const objects = objectsAt(text, member.value);
  if (labels.length < (Object.hasOwn(LABELS, type) ? (LABELS[type] ?? 0) : 0))
    return objects
      .flatMap((open) => membersIn(text, open))
      .filter(({key}) => key !== '//')
      .flatMap((one) => blocksAt(text, one, type, [...labels, one.key]));
  const {start, end} = member;
  const before = text.slice(0, start);
  const place = {line: before.split('\n').length, column: start - before.lastIndexOf('\n'), start, end};
  return objects.map((open) => {
    const value = parsed(text.slice(open, valueEnd(text, open)));
    return {type, labels, ...place, body: isObject(value) ? bodyOf(value) : '', bodyStart: start};
  });
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
