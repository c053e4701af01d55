import type {Action, Cause, Change, Plan} from '../core/plan/plan.ts';
import {count} from './count.ts';
import {shownFile} from './diagnostic-text.ts';
import {fieldText} from './field-text.ts';
import type {Paint} from './paint.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';
import {summaryText} from './summary-text.ts';
import {facts} from './table.ts';

/** Where the workspace's name came from and which file was read: said by events, not by the plan. */
export type ChosenWorkspace = {readonly from: string; readonly file: string};

export type PlanView = {readonly plan: Plan; readonly chosen?: ChosenWorkspace};

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
};

const ACTION_BRUSH: Readonly<Record<Action, keyof Paint>> = {
  create: 'good',
  adopt: 'note',
  update: 'warn',
  replace: 'bad',
  delete: 'bad',
  forget: 'note',
  retain: 'note',
  gone: 'note',
  unchanged: 'dim',
};

// What destroys comes last, next to the summary and the question: there the eye is.
const ORDER: readonly Action[] = ['gone', 'retain', 'forget', 'create', 'adopt', 'update', 'replace', 'delete'];

/** The plan as a person reads it: where it goes, what changes and why, what is blocked, and how much of each. */
export function planText({plan, chosen}: PlanView, style: Style): string {
  const changes = ORDER.flatMap((action) => plan.changes.filter((change) => change.action === action));
  const free = changes.filter(({blocked}) => blocked === undefined);
  const blocked = changes.filter((change) => change.blocked !== undefined);
  return [
    planHeader({plan, ...(chosen === undefined ? {} : {chosen})}, style),
    '\n',
    ...[...free, ...blocked].map((change) => changeText(change, style)),
    changes.length === 0 ? 'No changes: the cluster holds what the stack describes.\n' : '\n',
    ...unverifiedLines(changes, style),
    `${style.paint.strong(summaryText(plan.summary))}\n`,
  ].join('');
}

/** Stack, workspace with the source of its name, and cluster: what every preview and every question names. */
function planHeader({plan, chosen}: PlanView, style: Style): string {
  const from =
    chosen === undefined ? '' : ` (from ${[...new Set([chosen.from, shownFile(chosen.file, style.cwd)])].join(', ')})`;
  return facts(
    [
      ['Stack', `${plan.project}/${plan.stack}, revision ${plan.revision}`],
      ['Workspace', `${plan.workspace}${from}`],
      ['Cluster', `${plan.cluster.server}, ${plan.cluster.version}`],
    ],
    style,
  );
}

function changeText(change: Change, style: Style): string {
  const {paint} = style;
  const glyph = change.blocked === undefined ? GLYPH[change.action] : '!';
  const head = `${glyph.padStart(3)} ${change.action.padEnd(8)}`;
  const note = isFolded(change, style) ? undefined : noteOn(change);
  const lines = [
    `${paint[change.blocked === undefined ? ACTION_BRUSH[change.action] : 'bad'](head)} ${printable(change.id)}${note === undefined ? '' : `  ${paint.dim(`(${printable(note)})`)}`}`,
    ...(change.blocked === undefined
      ? []
      : [
          `      ${paint.bad('blocked:')} ${printable(change.blocked.because)}; ${printable(needsText(change.blocked))}`,
        ]),
    ...fieldLines(change, style).map((line) => `      ${line}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** What only a person can do is said as it is; what a flag does, as a flag. */
const needsText = ({needs}: {readonly needs: string}): string =>
  needs.startsWith('--') ? `permit with ${needs}` : `it needs ${needs}`;

/** A creation that nobody can verify yet says nothing by itself: all of one reason are counted below the changes. */
const isFolded = ({action, verified, blocked}: Change, {detail}: Style): boolean =>
  !detail && action === 'create' && !verified && blocked === undefined;

function unverifiedLines(changes: readonly Change[], style: Style): string[] {
  const folded = changes.filter((change) => isFolded(change, style));
  return [...Map.groupBy(folded, ({reason}) => reason ?? '')].map(
    ([reason, alike]) =>
      `${style.paint.dim(printable(`${count(alike.length, 'object')} not verified by the cluster yet: ${alike.length === 1 ? reason : reason.replace(/^its /, 'their ')}`))}\n`,
  );
}

/** Why it is so; where the cluster did not confirm it, that too. */
function noteOn({reason, verified, blocked}: Change): string | undefined {
  // What blocks it begins with the reason: said once.
  if (verified) return reason !== undefined && blocked?.because.startsWith(reason) === true ? undefined : reason;
  return reason === undefined ? 'not verified' : `not verified: ${reason}`;
}

// These say who owns or fills in a field, not that a value which the user sees will move.
const QUIET_CAUSES: ReadonlySet<Cause> = new Set<Cause>(['ownership', 'default', 'server', 'webhook']);
// A new or a removed object is its id; an orphaned one is not touched at all.
const ID_SAYS_IT: ReadonlySet<Action> = new Set<Action>(['create', 'delete', 'retain', 'forget', 'gone']);

function fieldLines({action, fields}: Change, style: Style): string[] {
  if (style.detail) return fields.flatMap((field) => fieldText(field, style));
  if (ID_SAYS_IT.has(action)) return [];
  const loud = fields.filter(({cause}) => !QUIET_CAUSES.has(cause));
  const quiet = fields.length - loud.length;
  const causes = [...new Set(fields.filter(({cause}) => QUIET_CAUSES.has(cause)).map(({cause}) => cause))].join(', ');
  return [
    ...loud.flatMap((field) => fieldText(field, style)),
    ...(quiet === 0
      ? []
      : [
          style.paint.dim(
            `${loud.length === 0 ? '' : 'and '}${count(quiet, 'field')} by ${causes} (--detail shows them)`,
          ),
        ]),
  ];
}
