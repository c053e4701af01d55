import {printable, printableLines} from '../printable.ts';

/** A piece of HTML. Only `tag` and `styleTag` create it, so that a text cannot become markup. */
export type Markup = {readonly markup: string};

/** A piece of HTML, a text, or nothing. */
export type Child = Markup | string | undefined;

/** Attributes by their names; undefined leaves one out. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** Elements that have no end tag. */
const VOID: ReadonlySet<string> = new Set(['meta', 'br']);

/** Returns an element. Texts are escaped, and characters that are invisible or change the order of others are written out. */
export function tag(name: string, attributes: Attributes, ...children: readonly Child[]): Markup {
  const start = `<${name}${attributesText(attributes)}>`;
  if (VOID.has(name)) return {markup: start};
  return {markup: `${start}${children.map(childText).join('')}</${name}>`};
}

/** Returns a style element. A sheet of this program is not escaped, because its digest is in the policy of the page. */
export const styleTag = (sheet: string): Markup => ({markup: `<style>${sheet}</style>`});

/** Returns a whole page. `comment`: a fixed text by which the page is found again. */
export const page = (comment: string, root: Markup): string => `<!doctype html>\n<!-- ${comment} -->\n${root.markup}\n`;

const childText = (child: Child): string =>
  child === undefined ? '' : typeof child === 'string' ? escaped(printableLines(child)) : child.markup;

const attributesText = (attributes: Attributes): string =>
  Object.entries(attributes)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escaped(printable(value))}"`]))
    .join('');

const ENTITY: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for elements and for attributes in quotes. Lone surrogates are replaced, because UTF-8 cannot contain them. */
const escaped = (text: string): string => text.toWellFormed().replaceAll(/[&<>"']/g, (char) => ENTITY[char] ?? char);
