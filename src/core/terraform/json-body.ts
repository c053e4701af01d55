import {isList, isObject, type Json, type JsonObject} from '../json.ts';
import {closingOf} from './blocks.ts';

/** The parts of blocks that are blocks themselves. All other parts are arguments. */
const BLOCKS = new Set([
  'backend',
  'cloud',
  'encryption',
  'postcondition',
  'precondition',
  'required_providers',
  'validation',
]);
/** The blocks that have a label. */
const LABELLED = new Set(['backend']);
/** Arguments whose texts are expressions, and no strings. */
const REFERENCES = new Set(['provider', 'providers', 'type']);

/**
 * Returns the body of a block in the JSON syntax of Terraform as the same text in its own language. Blocks inside of resources become arguments: their
 * schemas are not known.
 */
export const bodyOf = (block: JsonObject): string =>
  `\n${Object.entries(block)
    .filter(([name]) => name !== '//')
    .flatMap(([name, value]) => (BLOCKS.has(name) ? blocksOf(name, value) : [argumentOf(name, value)]))
    .join('')}`;

function blocksOf(name: string, value: Json): readonly string[] {
  const values = isList(value) ? value : [value];
  return values
    .filter(isObject)
    .flatMap((one) =>
      LABELLED.has(name)
        ? Object.entries(one).map(
            ([label, body]) => `${name} ${quoted(label)} {${isObject(body) ? bodyOf(body) : ''}}\n`,
          )
        : [`${name} {${bodyOf(one)}}\n`],
    );
}

const argumentOf = (name: string, value: Json): string => `${name} = ${expressionIn(value, REFERENCES.has(name))}\n`;

function expressionIn(value: Json, isReference: boolean): string {
  if (typeof value === 'string') return isReference ? bare(value) : quoted(value);
  if (isList(value)) return `[${value.map((one) => expressionIn(one, isReference)).join(', ')}]`;
  if (!isObject(value)) return String(value);
  const parts = Object.entries(value).map(([key, one]) => `${keyOf(key)} = ${expressionIn(one, isReference)}`);
  return `{${parts.join(', ')}}`;
}

/** Returns an expression that JSON writes as a text: `aws.us`, or `${aws.us}`. */
const bare = (text: string): string => /^\$\{([^{}]*)\}$/.exec(text)?.[1] ?? text;

const keyOf = (key: string): string => (/^[A-Za-z_][\w-]*$/.test(key) ? key : quoted(key));

/** Returns a string. Both languages have the same templates in it, but JSON escapes their expressions too. */
function quoted(text: string): string {
  let result = '';
  for (let at = 0; at < text.length; ) {
    const end = templateEnd(text, at);
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
    result += end === undefined ? escaped(char) : text.slice(at, end);
    at = end ?? at + char.length;
  }
  return `"${result}"`;
}

/** Returns the offset after an expression of a template, or after the escape of one; undefined for any other character. */
function templateEnd(text: string, at: number): number | undefined {
  if (text.startsWith('$${', at) || text.startsWith('%%{', at)) return at + 3;
  return text.startsWith('${', at) || text.startsWith('%{', at) ? closingOf(text, at + 2) : undefined;
}

const escaped = (char: string): string =>
  char < ' ' && !'\n\r\t'.includes(char)
    ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
    : JSON.stringify(char).slice(1, -1);
