import {defined} from '../../lib/defined.ts';
import type {Several} from '../several/several-text.ts';
import {outcomeText, styleOf, summaryLine} from '../several/several-text.ts';
import {answerName, answerTitle, type StackAnswer} from '../several/stack-answer.ts';
import type {Style} from '../style.ts';
import {commonWorkspace} from './common-workspace.ts';
import {diagnosticsList} from './diagnostics-list.ts';
import {size} from './fit.ts';
import {plainText} from './plain-text.ts';
import {COMMENT_BYTES, type MarkdownStyle} from './plan-markdown.ts';
import {codeCell, codeSpan, marker} from './safe.ts';
import {textMarkdown} from './text-markdown.ts';

/** The minimum size of a section in bytes. A shorter one is not useful. */
const LEAST_BYTES = 1500;

/**
 * Returns a table of all stacks, then a section for each. Sections that do not fit are left out, those without changes first, and a note
 * says so. The first line is the marker of the whole text; the sections have their own.
 */
export async function severalMarkdown(several: Several, style: MarkdownStyle): Promise<string> {
  const {answers, nothing, diagnostics} = several;
  const text = plainText(style);
  const head = [
    `${marker('-', '-', several.workspace ?? commonWorkspace(answers) ?? '-')}\n`,
    `### Gantry: ${answers.length === 0 ? nothing : summaryLine(answers, text)}\n\n`,
    answers.length === 0 ? '' : `${tableOf(answers)}\n`,
    diagnosticsList(diagnostics, style),
  ].join('');
  const parts: string[] = [];
  let [left, dropped] = [(style.bytes ?? COMMENT_BYTES) - size(head) - 200, 0];
  const shown = answers.filter(({answer, failed}) => answer !== undefined || failed !== undefined);
  for (const [i, one] of shown.entries()) {
    // Each section gets an equal share of the space; unused space goes to the sections after it.
    const bytes = Math.floor(left / (shown.length - i));
    if (bytes < LEAST_BYTES) {
      dropped += 1;
      continue;
    }
    const part = `${await partOf(one, text, {...style, bytes})}\n`;
    parts.push(part);
    left -= size(part);
  }
  const note = dropped === 0 ? '' : `**${dropped} more** left out, because this text would be too long.\n`;
  return [head, ...parts, note].join('');
}

async function partOf(one: StackAnswer, text: Style, style: MarkdownStyle): Promise<string> {
  const {project, stack, workspace} = one;
  const about = {project, stack, ...defined({workspace})};
  if (one.failed !== undefined)
    return textMarkdown({failed: one.failed.title, text: one.failed.text(styleOf(one, text)), about}, style);
  if (one.answer?.markdown !== undefined)
    return one.answer.markdown({...style, ...defined({applyCommand: styleOf(one, text).applyCommand})});
  return `#### ${codeSpan(answerTitle(one))}\n\n${textMarkdown({text: (await one.answer?.text(text)) ?? '', about}, style)}`;
}

/** Returns the table without durations, so that the same result has the same text. */
function tableOf(answers: readonly StackAnswer[]): string {
  const rows = answers.map((one) => {
    const cells = [
      codeCell(answerName(one)),
      one.workspace === undefined ? '' : codeCell(one.workspace),
      one.because === undefined ? outcomeText(one) : codeCell(outcomeText(one)),
      one.changes === undefined ? '' : String(one.changes),
    ];
    return `| ${cells.join(' | ')} |\n`;
  });
  return `| stack | workspace | outcome | changes |\n|---|---|---|--:|\n${rows.join('')}`;
}
