import type {YamlNode} from './yaml-nodes.ts';

/** The texts before, between and after the entries of a list in brackets. */
type Gaps = {readonly first: string; readonly between: readonly string[]; readonly last: string};

/** Returns the texts around the entries of a list. */
export function gapsOf(text: string, {children, start, to}: YamlNode): Gaps {
  return {
    first: text.slice(start + 1, children[0]?.from),
    between: children.slice(1).map((node, index) => text.slice(children[index]?.to, node.from)),
    last: text.slice(children.at(-1)?.to, to - 1),
  };
}

/**
 * Returns a list in brackets with the entries that are kept and those that are added after them. A comment stays on the line of its entry.
 * @param kept the text of each entry in order; undefined for a removed one. At least one is kept
 */
export function flowItems(gaps: Gaps, kept: readonly (string | undefined)[], added: readonly string[]): string {
  const {text, gap} = joined(gaps, kept);
  const end = kept.at(-1) === undefined ? withComment(gaps.last, commentIn(gap)) : gaps.last;
  return added.length === 0 ? `[${text}${end}]` : `[${text}${appended(gaps, end, added)}]`;
}

/** Joins the kept entries. Removes each removed entry with the gap after it. `gap`: the gap before the removed entries at the end of the list. */
function joined(
  {first, between}: Gaps,
  kept: readonly (string | undefined)[],
): {readonly text: string; readonly gap: string} {
  let text = '';
  let gap: string | undefined = first;
  for (const [index, own] of kept.entries()) {
    gap ??= between[index - 1];
    if (own === undefined) continue;
    text += `${gap ?? ''}${own}`;
    gap = undefined;
  }
  return {text, gap: gap ?? ''};
}

/** Returns the entries that are added, and the end of the list. */
function appended({first, between}: Gaps, end: string, added: readonly string[]): string {
  const comment = commentIn(end);
  const ownLine = first.includes('\n') && first.trim() === '' ? first : ' ';
  const usual = between[0]?.split('\n').map(withoutComment).join('\n') ?? `,${ownLine}`;
  const separator = comment === '' || usual.includes('\n') ? usual : ',\n  ';
  return `${separator.replace(',', () => `,${comment}`)}${added.join(separator)}${end.replace(comment, '')}`;
}

/** Returns the comment on the line of the entry before a gap. */
const commentIn = (gap: string): string => /^(?:[ \t]*,)?([ \t]*#[^\n]*)/.exec(gap)?.[1] ?? '';

const withoutComment = (line: string): string =>
  line.includes('#') ? line.slice(0, line.indexOf('#')).trimEnd() : line;

/** Adds a comment at the end of the first line of a gap, if the gap has several lines. */
function withComment(gap: string, comment: string): string {
  const [line = '', ...others] = gap.split('\n');
  const isEmpty = line.replace(',', '').trim() === '';
  if (others.length === 0 || !isEmpty) return gap;
  const end = line.trimEnd().length;
  return `${gap.slice(0, end)}${comment}${gap.slice(end)}`;
}
