import type {ReleaseDiff} from '../../app/release/diff-releases.ts';
import {count} from '../count.ts';
import {foldChanges} from '../plan/fold-changes.ts';
import {printable} from '../printable.ts';
import {changesOf, diffSummary, isDifferent, sideName} from '../text/release/release-diff-text.ts';
import {changePart, detailsPart, fieldLines} from './change-markdown.ts';
import {fit, size} from './fit.ts';
import {COMMENT_BYTES, type MarkdownStyle} from './plan-markdown.ts';
import {codeSpan, marker} from './safe.ts';

/** Returns the differences of two releases, for a pull request or a report. */
export function releaseDiffMarkdown(diff: ReleaseDiff, {bytes = COMMENT_BYTES}: MarkdownStyle): string {
  const {project, stack, workspace, before, after, settings} = diff;
  const head = [
    `${marker('release-diff', project, stack, workspace)}\n`,
    `### Gantry: ${codeSpan(`${project}/${stack}`)} in ${codeSpan(workspace)}, revision ${before.revision} → ${after.revision}\n\n`,
    `${[before, after].map((side) => printable(`${sideName(side)}, of ${side.startedAt} by ${side.by}`)).join(' → ')}\n\n`,
    isDifferent(diff) ? `**${diffSummary(diff)}**\n\n` : 'No differences: both releases have the same desired state.\n',
  ].join('');
  const parts = [
    ...(settings.length === 0
      ? []
      : [detailsPart('the stack itself', fieldLines({action: 'update', fields: settings}))]),
    ...foldChanges(changesOf(diff)).map(changePart),
  ];
  const {texts, shortened, dropped} = fit(parts, bytes - size(head) - NOTE_BYTES);
  return [head, ...texts, leftOut(shortened, dropped)].join('');
}

const NOTE_BYTES = 300;

function leftOut(shortened: number, dropped: number): string {
  if (shortened + dropped === 0) return '';
  return `**${count(shortened, 'change')} shown without fields, ${dropped} left out**, because this text would be too long. \`gantry release diff --detail\` shows everything.\n`;
}
