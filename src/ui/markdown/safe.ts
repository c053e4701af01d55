import {printable} from '../printable.ts';

/**
 * Returns untrusted text as a code span, where Markdown, HTML, mentions and links have no effect. The fence is longer than any run of
 * backticks in the text, so that the text cannot end it.
 */
export function codeSpan(text: string): string {
  const safe = printable(text);
  const fence = '`'.repeat(longestRun(safe) + 1);
  const pad = /^[` ]|[` ]$/.test(safe) || safe === '' ? ' ' : '';
  return `${fence}${pad}${safe}${pad}${fence}`;
}

/** The same in a table, whose cells end at a bar even there. */
export const codeCell = (text: string): string => codeSpan(text).replaceAll('|', '\\|');

/** Returns untrusted text inside HTML. GitHub creates no mentions or links inside of `<code>`. */
export const htmlCode = (text: string): string => `<code>${html(printable(text))}</code>`;

/** A block of code whose fence no line inside can end. */
export function fenced(language: string, lines: readonly string[]): string {
  const text = lines.join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}\n`;
}

/** Returns a red warning box. Outside of GitHub and GitLab it is a quotation. */
export const caution = (markdown: string): string => `> [!CAUTION]\n> ${markdown}\n`;

/** A comment that nobody sees and that a script finds again: which stack in which workspace the text is about. */
export const marker = (...names: readonly string[]): string =>
  `<!-- gantry:${names.map((name) => encodeURIComponent(name).replaceAll('--', '-%2D')).join('/')} -->`;

const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
