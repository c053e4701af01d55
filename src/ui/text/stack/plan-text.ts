import type {DefaultNamespace} from '../../../core/event.ts';
import {PERMISSION_FLAG} from '../../../core/plan/permissions.ts';
import type {Action, Change, Plan} from '../../../core/plan/plan.ts';
import {count} from '../../count.ts';
import {shownFile} from '../../diagnostic-text.ts';
import type {Brush} from '../../paint.ts';
import {addedFields, addedText} from '../../plan/added-text.ts';
import {fieldLines} from '../../plan/change-lines.ts';
import {dependantLines} from '../../plan/dependant-lines.ts';
import {effectText, losesData} from '../../plan/effect-text.ts';
import {type FoldedChange, foldChanges} from '../../plan/fold-changes.ts';
import {idLines} from '../../plan/id-lines.ts';
import {noChangesText} from '../../plan/no-changes-text.ts';
import {isUnverifiedCreate, needsText, noteOn} from '../../plan/notes.ts';
import {permitFlags, shellWords} from '../../plan/permit.ts';
import {needsOfMany, saidOfMany} from '../../plan/said-of-many.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {summaryText} from '../../summary-text.ts';
import {facts} from '../../table.ts';
import {clusterName} from '../cluster-name.ts';

/**
 * The source of the workspace's name, the file that was read, and what its kubeconfig leads to. Events report them; the plan does not
 * contain them.
 */
export type ChosenWorkspace = {
  readonly from: string;
  readonly file: string;
  /** The context in the kubeconfig, and the namespace of objects that set none. Absent until the cluster is reached. */
  readonly reached?: {readonly context: string; readonly namespace: DefaultNamespace};
};

/** A plan to show. `chosen` adds the source of the workspace. */
export type PlanView = {readonly plan: Plan; readonly chosen?: ChosenWorkspace | undefined};

const GLYPH: Readonly<Record<Action, string>> = {
  create: '+',
  adopt: '=',
  update: '~',
  replace: '-/+',
  delete: '-',
  forget: '=',
  retain: '=',
  gone: '=',
  unchanged: ' ',
  run: '>',
  read: '<=',
};

const ACTION_BRUSH: Readonly<Record<Action, Brush>> = {
  create: 'good',
  adopt: 'note',
  update: 'warn',
  replace: 'bad',
  delete: 'bad',
  forget: 'note',
  retain: 'note',
  gone: 'note',
  unchanged: 'dim',
  run: 'warn',
  read: 'note',
};

// Deletions come last, next to the summary and the question, where the reader looks.
const ORDER: readonly Action[] = [
  'gone',
  'retain',
  'forget',
  'read',
  'create',
  'adopt',
  'update',
  'run',
  'replace',
  'delete',
];

/** Returns a plan for people: the target, the changes and their causes, blocked changes, and the counts. */
export function planText({plan, chosen}: PlanView, style: Style): string {
  const byAction = Map.groupBy(plan.changes, ({action}) => action);
  const changes = ORDER.flatMap((action) => byAction.get(action) ?? []);
  const free = changes.filter(({blocked}) => blocked === undefined);
  const blocked = changes.filter((change) => change.blocked !== undefined);
  const left = (byAction.get('unchanged') ?? []).filter((change) => isTold(change, style));
  return [
    planHeader({plan, chosen}, style),
    '\n',
    ...left.map((change) => changeText(alone(leftPart(change, style)), style)),
    ...(style.detail ? [...free, ...blocked].map(alone) : [...foldChanges(free), ...foldChanges(blocked)]).map((fold) =>
      changeText(fold, style),
    ),
    // Data sources that are only read change nothing.
    changes.every(({action}) => action === 'read') ? `${noChangesText(plan.changes)}\n` : '\n',
    ...unverifiedLines(changes, style),
    `${style.paint.strong(`${summaryText(plan.summary)}${addedText(plan.changes, 'plan')}`)}\n`,
    dependantsText(plan, style),
    revertText(plan.changes, style),
    permitText(blocked, style),
  ].join('');
}

/**
 * Reports whether the plan shows an unchanged object. It shows the object if others added fields to it, if it has a new id, or if its state is refreshed. With `--detail`, it also
 * shows the object if the object has a reason, fields, or fields that controllers added.
 */
const isTold = (change: Change, {detail}: Style): boolean =>
  change.movedFrom !== undefined ||
  change.refreshed === true ||
  addedFields(change, 'plan').length > 0 ||
  (detail && (change.reason !== undefined || change.fields.length + (change.addedByControllers ?? []).length > 0));

const leftPart = (change: Change, {detail}: Style): Change =>
  detail ? change : {...change, fields: addedFields(change, 'plan')};

/** Returns the stacks that use changed values of a shared stack, one line each. */
function dependantsText({dependants}: Plan, style: Style): string {
  const lines = dependantLines(dependants, style.detail);
  if (lines === undefined) return '';
  const rows = lines.rows.map(([stack, what]) => [`  ${stack}`, what] as const);
  return `\n${style.paint.warn(lines.head)}\n${facts(rows, style)}`;
}

/** Returns the hint how to remove fields that others added. A plan never removes them by default. */
const revertText = (changes: readonly Change[], {paint}: Style): string =>
  changes.every((change) => addedFields(change, 'plan').length === 0)
    ? ''
    : `${paint.note('hint:')} To remove fields that others added, pass ${PERMISSION_FLAG.revertAdded} ID, PATH or all.\n`;

/** Returns the header of a plan: the stack, the workspace with the source of its name, the cluster, and the namespace of objects that set none. */
function planHeader({plan, chosen}: PlanView, style: Style): string {
  const from =
    chosen === undefined ? '' : ` (from ${[...new Set([chosen.from, shownFile(chosen.file, style.cwd)])].join(', ')})`;
  const reached = chosen?.reached;
  return facts(
    [
      ['Stack', `${plan.project}/${plan.stack}, revision ${plan.revision}`],
      ['Workspace', `${plan.workspace}${from}`],
      ['Cluster', `${clusterName(plan.cluster)}${reached === undefined ? '' : `, context ${reached.context}`}`],
      ['Namespace', reached && namespaceText(reached.namespace)],
    ],
    style,
  );
}

const NAMESPACE_SOURCE: Readonly<Record<DefaultNamespace['from'], string>> = {
  stack: '',
  kubeconfig: ' (from the kubeconfig: the stack sets none)',
  default: ' (the stack and the kubeconfig set none)',
};

const namespaceText = ({name, from}: DefaultNamespace): string =>
  `${name}, for objects without a namespace${NAMESPACE_SOURCE[from]}`;

const alone = (change: Change): FoldedChange => ({first: change, ids: [change.id]});

/** Returns a change, or several equal changes, with the fields. */
export function changeText({first: change, ids}: FoldedChange, style: Style): string {
  const {paint} = style;
  const glyph = change.blocked === undefined ? GLYPH[change.action] : '!';
  const head = `${glyph.padStart(3)} ${change.action.padEnd(8)}`;
  const said = !style.detail && isUnverifiedCreate(change) ? undefined : noteOn(change);
  const note = ids.length === 1 ? said : said && saidOfMany(said, change.id);
  const what = ids.length === 1 ? change.id : `${ids.length} objects with the same change:`;
  const effect = effectText(change);
  const lines = [
    `${paint[change.blocked === undefined ? ACTION_BRUSH[change.action] : 'bad'](head)} ${printable(what)}${note === undefined ? '' : `  ${paint.dim(`(${printable(note)})`)}`}`,
    ...(ids.length === 1
      ? []
      : idLines(ids, change.action === 'replace' || change.action === 'delete' ? ids.length : undefined, style)
    ).map((line) => `      ${line}`),
    ...(change.blocked === undefined ? [] : [`      ${paint.bad('blocked:')} ${printable(blockedText(change, ids))}`]),
    ...(effect === undefined ? [] : [`      ${paint[losesData(change.effects) ? 'bad' : 'warn'](`→ ${effect}`)}`]),
    ...fieldLines(change, style).map((line) => `      ${line}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function blockedText({id, blocked}: Change, ids: readonly string[]): string {
  if (blocked === undefined) return '';
  const {because, needs} = blocked;
  return ids.length === 1
    ? `${because}; ${needsText(blocked)}`
    : `${saidOfMany(because, id)}; ${needsText({needs: needsOfMany(needs, id)})}`;
}

function unverifiedLines(changes: readonly Change[], style: Style): string[] {
  const folded = style.detail ? [] : changes.filter(isUnverifiedCreate);
  return [...Map.groupBy(folded, ({reason}) => reason ?? '')].map(([reason, alike]) => {
    const isInCluster = alike.every(({type}) => type === 'Kubernetes');
    const what = count(alike.length, isInCluster ? 'object' : 'resource');
    const because = alike.length === 1 ? reason : reason.replace(/^its /, 'their ');
    return `${style.paint.dim(printable(`${what} not verified${isInCluster ? ' by the cluster yet' : ''}: ${because}`))}\n`;
  });
}

/** Returns one command line that permits all blocked changes, so that the user does not have to collect the flags. */
function permitText(blocked: readonly Change[], {paint, applyCommand}: Style): string {
  const flags = permitFlags(blocked);
  if (flags.length === 0) return '';
  const rest = blocked.some((change) => permitFlags([change]).length === 0) ? ' (as far as flags can)' : '';
  const how = applyCommand === undefined ? ', create the plan with' : '';
  return `\n${paint.note(`To permit the blocked changes${rest}${how}:`)}\n  ${printable(shellWords([...(applyCommand ?? []), ...flags]))}\n`;
}
