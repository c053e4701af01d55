import {printable} from '../printable.ts';
import {size} from './fit.ts';
import {COMMENT_BYTES, type MarkdownStyle} from './plan-markdown.ts';
import {caution, codeSpan, fenced, marker} from './safe.ts';

/** The stack and the workspace of a run, as far as they are known. */
export type Subject = {
  /** Set for a command whose comment must not replace the comment of a plan. */
  readonly of?: 'drift';
  readonly project?: string;
  readonly stack?: string;
  readonly workspace?: string;
};

/** A text answer for a comment on a pull request. */
export type TextMarkdown = {
  /** The failure in one line, which the reader has to see first. */
  readonly failed?: string;
  readonly text: string;
  readonly about: Subject;
};

/** A text for people as Markdown: a failure where a plan is awaited, or an answer that has no Markdown of its own. */
export function textMarkdown({failed, text, about}: TextMarkdown, {bytes = COMMENT_BYTES}: MarkdownStyle): string {
  const {of, project = '-', stack = '-', workspace = '-'} = about;
  const which = about.stack === undefined ? '' : `: ${codeSpan(`${project}/${stack}`)} in ${codeSpan(workspace)}`;
  const heading =
    failed === undefined ? '' : `### Gantry${which}\n\n${caution(`Failed: ${codeSpan(failed.slice(0, 300))}`)}`;
  const head = `${marker(...(of === undefined ? [] : [of]), project, stack, workspace)}\n${heading}\n`;
  return `${head}${fenced('text', within(text, bytes - size(head) - 200))}`;
}

/** The first lines that fit. */
function within(text: string, bytes: number): readonly string[] {
  const lines = text.trimEnd().split('\n').map(printable);
  let used = 0;
  const end = lines.findIndex((line) => (used += size(line) + 1) > bytes);
  return end < 0 ? lines : [...lines.slice(0, end), `… ${lines.length - end} more lines`];
}
