import type {DriftReport, StackDrift} from '../../app/detect-drift.ts';
import type {ObjectDrift} from '../../core/plan/drift.ts';
import {count} from '../count.ts';
import {errorText} from '../error-text.ts';
import {foldEqual, namedIds} from '../fold-equal.ts';
import {addedText} from '../plan/added-text.ts';
import {printable} from '../printable.ts';
import {putBack} from '../put-back.ts';
import {asThere, driftSummary, hasDrift} from '../text/stack/drift-text.ts';
import {detailsPart, fieldLines} from './change-markdown.ts';
import {commonWorkspace} from './common-workspace.ts';
import {diagnosticsList} from './diagnostics-list.ts';
import {fit, type Part, size} from './fit.ts';
import {plainText} from './plain-text.ts';
import {COMMENT_BYTES, type MarkdownStyle} from './plan-markdown.ts';
import {codeSpan, fenced, htmlCode, marker} from './safe.ts';

/** The header of a stack, or one of its objects. */
type Piece = Part & {
  readonly of: 'stack' | 'object';
  /** The number of objects or stacks in this part. */
  readonly count: number;
};

/** The options of a drift report for a comment on a pull request. */
export type DriftMarkdown = DriftReport & {
  /** Set for a report of many stacks. It has its own marker, because the first stack can differ each time. */
  readonly isOfMany?: boolean;
};

/** Returns drift for an issue or a summary, drifted stacks first. Each stack has its own marker, which differs from that of its plans. */
export function driftMarkdown({stacks, failed, isOfMany = false}: DriftMarkdown, style: MarkdownStyle): string {
  const pieces = [
    ...stacks.filter(hasDrift).flatMap((stack) => [headOf(stack, style), ...objectsOf(stack)]),
    ...failedHeads(failed, style),
    ...stacks.filter((stack) => !hasDrift(stack)).map((stack) => quietHead(stack, style)),
  ];
  const whole = isOfMany ? `${marker('drift', '-', '-', commonWorkspace([...stacks, ...failed]) ?? '-')}\n` : '';
  const {texts} = fit(pieces, (style.bytes ?? COMMENT_BYTES) - size(whole) - NOTE_BYTES);
  const shortened = countIn(pieces.filter(({full}, i) => texts[i] !== undefined && texts[i] !== full));
  const dropped = (what: Piece['of']): number => countIn(pieces.slice(texts.length).filter((one) => one.of === what));
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

const countIn = (pieces: readonly Piece[]): number => pieces.reduce((sum, {count: n}) => sum + n, 0);

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
    `**${driftSummary(stack)}** since revision ${revision} of ${printable(appliedAt)} on ${codeSpan(`${cluster.server}, ${cluster.version}`)}. To undo these changes:\n\n`,
    fenced('sh', [printable(putBack(stack, style, stack.objects))]),
    '\n',
  );
}

/** Returns the drifted objects. Equal drift is printed once. */
function objectsOf({objects}: StackDrift): readonly Piece[] {
  const said = objects
    .filter(({drift}) => drift !== 'none')
    .map((object) => ({id: object.id, drift: object.drift, text: [...linesOf(object), object.drift].join('\n')}));
  return foldEqual(said).map(({first: {drift}, ids, text}) => {
    const part = detailsPart(`<b>${drift}</b> ${namedIds(ids, htmlCode)}`, text.split('\n').slice(0, -1));
    return {...part, of: 'object', count: ids.length};
  });
}

const linesOf = ({reason, fields}: ObjectDrift): readonly string[] => [
  ...(reason === undefined ? [] : [`# ${printable(reason)}`]),
  ...fieldLines({action: 'update', fields: fields.map(asThere)}),
];

const quietHead = (stack: StackDrift, style: MarkdownStyle): Piece =>
  piece(
    title(stack),
    diagnosticsList(stack.diagnostics, style),
    `No drift since revision ${stack.revision}${addedText(stack.objects, 'drift')}.\n\n`,
  );

/** Returns the stacks that could not be checked. An equal cause is printed once, under the markers of all its stacks. */
function failedHeads(failed: DriftReport['failed'], style: MarkdownStyle): readonly Piece[] {
  const said = failed.map(({failure, ...names}) => {
    const lines = errorText(failure, plainText(style)).trimEnd().split('\n').map(printable);
    return {id: `${names.project}/${names.stack} in ${names.workspace}`, names, text: lines.join('\n')};
  });
  const byId = new Map(said.map((one) => [one.id, one.names]));
  return foldEqual(said).map(({first, ids, text}) => {
    const cause = `Not checked:\n\n${fenced('text', text.split('\n'))}\n`;
    if (ids.length === 1) return piece(title(first.names), cause);
    const markers = ids.flatMap((id) => byId.get(id) ?? []).map((names) => `${markerOf(names)}\n`);
    const which = namedIds(ids, codeSpan, 'stacks');
    return {...piece(...markers, `### Gantry drift: ${which}\n\n`, cause), count: ids.length};
  });
}

function piece(...texts: readonly string[]): Piece {
  const text = texts.join('');
  return {full: text, brief: text, of: 'stack', count: 1};
}

type Names = Pick<StackDrift, 'project' | 'stack' | 'workspace'>;

const title = (names: Names): string =>
  `${markerOf(names)}\n### Gantry drift: ${codeSpan(`${names.project}/${names.stack}`)} in ${codeSpan(names.workspace)}\n\n`;

const markerOf = ({project, stack, workspace}: Names): string => marker('drift', project, stack, workspace);
