import {printable, printableLines} from '../printable.ts';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element with others inside, or none. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const start = `<${name}${attributesText(attributes)}`;
  if (children.length === 0) return `${start}/>\n`;
  return `${start}>\n${children.join('')}</${name}>\n`;
}

/** An element that holds text, whatever it is: what XML cannot hold is written out. */
export const textElement = (name: string, attributes: Attributes, lines: readonly string[]): string =>
  lines.length === 0
    ? element(name, attributes)
    : `<${name}${attributesText(attributes)}>${escaped(printableLines(lines.join('\n')))}</${name}>\n`;

const attributesText = (attributes: Attributes): string =>
  Object.entries(attributes)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escaped(printable(String(value)))}"`]))
    .join('');

const ENTITY: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};

/** Escapes a text. Lone surrogates and two noncharacters are replaced, because XML documents cannot contain them. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/[&<>"]/g, (char) => ENTITY[char] ?? char);
