import type {DriftReport, StackDrift} from '../../app/detect-drift.ts';
import type {ObjectDrift} from '../../core/plan/drift.ts';
import {count} from '../count.ts';
import {asThere, driftSummary, hasDrift} from '../drift-text.ts';
import {errorText} from '../error-text.ts';
import {addedText} from '../plan/added-text.ts';
import {printable} from '../printable.ts';
import {putBack} from '../put-back.ts';
import {detailsPart, fieldLines} from './change-markdown.ts';
import {commonWorkspace} from './common-workspace.ts';
import {diagnosticsList} from './diagnostics-list.ts';
import {fit, type Part, size} from './fit.ts';
import {plainText} from './plain-text.ts';
import {COMMENT_BYTES, type MarkdownStyle} from './plan-markdown.ts';
import {codeSpan, fenced, htmlCode, marker} from './safe.ts';

/** A stack's head, or one of its objects. */
type Piece = Part & {readonly of: 'stack' | 'object'};

export type DriftMarkdown = DriftReport & {
  /** The report of many stacks has a marker of its own: which of them comes first is another one each time. */
  readonly isOfMany?: boolean;
};

/** Drift for an issue or a summary, drifted stacks first: each stack under a marker of its own, beside that of its plans. */
export function driftMarkdown({stacks, failed, isOfMany = false}: DriftMarkdown, style: MarkdownStyle): string {
  const pieces = [
    ...stacks.filter(hasDrift).flatMap((stack) => [headOf(stack, style), ...objectsOf(stack)]),
    ...failed.map((one) => failedHead(one, style)),
    ...stacks.filter((stack) => !hasDrift(stack)).map((stack) => quietHead(stack, style)),
  ];
  const whole = isOfMany ? `${marker('drift', '-', '-', commonWorkspace([...stacks, ...failed]) ?? '-')}\n` : '';
  const {texts, shortened} = fit(pieces, (style.bytes ?? COMMENT_BYTES) - size(whole) - NOTE_BYTES);
  const dropped = (what: Piece['of']): number => pieces.slice(texts.length).filter((one) => one.of === what).length;
  return [
    whole,
    ...texts,
    leftOut([
      [shortened, 'object', 'shown without fields'],
      [dropped('object'), 'object', 'left out'],
      [dropped('stack'), 'stack', 'left out'],
    ]),
  ].join('');
}

const NOTE_BYTES = 300;

function leftOut(parts: readonly (readonly [n: number, what: string, how: string])[]): string {
  const said = parts.filter(([n]) => n > 0).map(([n, what, how]) => `${count(n, what)} ${how}`);
  return said.length === 0
    ? ''
    : `**${said.join(', ')}**, because this text would be too long. \`gantry drift\` shows everything.\n`;
}

function headOf(stack: StackDrift, style: MarkdownStyle): Piece {
  const {revision, appliedAt, cluster} = stack;
  return piece(
    title(stack),
    diagnosticsList(stack.diagnostics, style),
    `**${driftSummary(stack)}** since revision ${revision} of ${printable(appliedAt)} on ${codeSpan(`${cluster.server}, ${cluster.version}`)}. To put it back:\n\n`,
    fenced('sh', [printable(putBack(stack, style, stack.objects))]),
    '\n',
  );
}

const objectsOf = ({objects}: StackDrift): readonly Piece[] =>
  objects.filter(({drift}) => drift !== 'none').map((object) => ({...objectPart(object), of: 'object'}));

function objectPart({id, drift, reason, fields}: ObjectDrift): Part {
  const lines = [
    ...(reason === undefined ? [] : [`# ${printable(reason)}`]),
    ...fieldLines({action: 'update', fields: fields.map(asThere)}),
  ];
  return detailsPart(`<b>${drift}</b> ${htmlCode(id)}`, lines);
}

const quietHead = (stack: StackDrift, style: MarkdownStyle): Piece =>
  piece(
    title(stack),
    diagnosticsList(stack.diagnostics, style),
    `No drift since revision ${stack.revision}${addedText(stack.objects, 'drift')}.\n\n`,
  );

function failedHead({failure, ...names}: DriftReport['failed'][number], style: MarkdownStyle): Piece {
  const lines = errorText(failure, plainText(style)).trimEnd().split('\n').map(printable);
  return piece(title(names), `Not looked at:\n\n${fenced('text', lines)}\n`);
}

function piece(...texts: readonly string[]): Piece {
  const text = texts.join('');
  return {full: text, brief: text, of: 'stack'};
}

const title = ({project, stack, workspace}: Pick<StackDrift, 'project' | 'stack' | 'workspace'>): string =>
  `${marker('drift', project, stack, workspace)}\n### Gantry drift: ${codeSpan(`${project}/${stack}`)} in ${codeSpan(workspace)}\n\n`;
