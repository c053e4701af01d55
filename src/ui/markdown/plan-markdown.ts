import type {Action, Change, Plan} from '../../core/plan/plan.ts';
import {count} from '../count.ts';
import {addedFields, addedText} from '../plan/added-text.ts';
import {dependantLines} from '../plan/dependant-lines.ts';
import {losesData} from '../plan/effect-text.ts';
import {foldChanges} from '../plan/fold-changes.ts';
import {noChangesText} from '../plan/no-changes-text.ts';
import {permitFlags, shellWords} from '../plan/permit.ts';
import {printable} from '../printable.ts';
import type {Style} from '../style.ts';
import {summaryText} from '../summary-text.ts';
import {clusterName} from '../text/cluster-name.ts';
import {changePart} from './change-markdown.ts';
import {diagnosticsList} from './diagnostics-list.ts';
import {fit, size} from './fit.ts';
import {caution, codeCell, codeSpan, fenced, marker} from './safe.ts';

/** The maximum size. GitHub accepts 65,536 characters in a comment; the difference is for text that a pipeline adds. */
export const COMMENT_BYTES = 60_000;

/** The options of how a plan is shown. */
export type MarkdownStyle = Pick<Style, 'cwd' | 'now' | 'applyCommand'> & {
  /** The maximum size in bytes. */
  readonly bytes?: number;
};

/** A plan for a comment on a pull request. */
export type PlanMarkdown = {
  readonly plan: Plan;
  /** The outcome of the plan. Absent if the plan is only shown. */
  readonly outcome?: string;
  /** The reason in one line why the plan was not, or not completely, executed. */
  readonly failed?: string;
};

/**
 * Returns the plan for a pull request. The first line is a marker by which a script finds the comment again. Blocked changes and
 * deletions come first. If the text is too long, the least important changes are shortened, and a note says so.
 */
export function planMarkdown({plan, outcome, failed}: PlanMarkdown, style: MarkdownStyle): string {
  const {project, stack, workspace, summary, changes} = plan;
  const shown = changes.filter(({action}) => action !== 'unchanged');
  const added = changes
    .filter((change) => change.action === 'unchanged' && addedFields(change, 'plan').length > 0)
    .map((change) => ({...change, fields: addedFields(change, 'plan')}));
  const head = [
    `${marker(project, stack, workspace)}\n`,
    `### Gantry: ${codeSpan(`${project}/${stack}`)} in ${codeSpan(workspace)}\n\n`,
    failed === undefined ? '' : `${caution(`Failed: ${codeSpan(failed.slice(0, 300))}`)}\n`,
    outcome === undefined ? '' : `${fenced('text', printedLines(outcome))}\n`,
    blockedNote(changes, style),
    diagnosticsList(plan.diagnostics, style),
    shown.length === 0
      ? `${nothing(plan.changes, outcome)}\n\n`
      : `**${summaryText(summary)}${addedText(changes, 'plan')}**\n\n`,
    summaryTable(shown),
    dependantsList(plan),
  ].join('');
  // For a stack that was never applied, each preview has a new lineage and so another digest. It is left out, so that the same plan
  // has the same text, and its comment is not changed each time.
  const digest = plan.revision === 1 ? '' : ` · digest ${codeSpan(plan.digest)}`;
  const foot = `Revision ${plan.revision}${digest} · cluster ${codeSpan(clusterName(plan.cluster))}\n`;
  const parts = foldChanges([...shown, ...added].toSorted((a, b) => rank(a) - rank(b))).map(changePart);
  const {texts, shortened, dropped} = fit(parts, (style.bytes ?? COMMENT_BYTES) - size(head) - size(foot) - NOTE_BYTES);
  return [head, ...texts, leftOut(shortened, dropped), foot].join('');
}

/** Returns the stacks that use changed values of a shared stack. */
function dependantsList({dependants}: Plan): string {
  const lines = dependantLines(dependants, false);
  if (lines === undefined) return '';
  return `${lines.head}\n\n${lines.rows.map(([stack, what]) => `- ${codeSpan(stack)}: ${codeSpan(what)}\n`).join('')}\n`;
}

/** Returns the outcome line of a run. For a run that only waited until everything is ready, it describes the health. */
const nothing = (changes: readonly Change[], outcome: string | undefined): string =>
  outcome === undefined ? noChangesText(changes) : 'There was nothing to change.';

const NOTE_BYTES = 300;

function leftOut(shortened: number, dropped: number): string {
  const parts = [
    ...(shortened === 0 ? [] : [`${count(shortened, 'change')} shown without fields`]),
    ...(dropped === 0 ? [] : [`${count(dropped, 'change')} left out`]),
  ];
  return parts.length === 0
    ? ''
    : `**${parts.join(', ')}**, because this text would be too long. \`gantry preview --detail\` shows everything.\n\n`;
}

const IMPORTANCE: readonly Action[] = [
  'delete',
  'replace',
  'run',
  'update',
  'adopt',
  'create',
  'read',
  'forget',
  'retain',
  'gone',
  'unchanged',
];

function rank({action, blocked, effects, fields}: Change): number {
  if (blocked !== undefined) return -2;
  if (losesData(effects)) return -1;
  const foreign = fields.some(({cause}) => cause === 'drift' || cause === 'conflict');
  return IMPORTANCE.indexOf(action) + (action === 'update' && !foreign ? 0.5 : 0);
}

function blockedNote(changes: readonly Change[], {applyCommand = []}: MarkdownStyle): string {
  const blocked = changes.filter((change) => change.blocked !== undefined);
  if (blocked.length === 0) return '';
  const flags = permitFlags(blocked);
  const how = flags.length === 0 ? '' : fenced('sh', [printable(shellWords([...applyCommand, ...flags]))]);
  return `${caution(`${count(blocked.length, 'change')} blocked: an apply would stop before it writes.${how === '' ? '' : ' To permit:'}`)}\n${how}${how === '' ? '' : '\n'}`;
}

function summaryTable(changes: readonly Change[]): string {
  if (changes.length === 0) return '';
  const rows = [...Map.groupBy(changes, kindOf)].map(([kind, alike]) => {
    const cells = COLUMNS.map((actions) => alike.filter(({action}) => actions.includes(action)).length);
    return `| ${codeCell(kind)} | ${cells.map((n) => (n === 0 ? '' : String(n))).join(' | ')} |\n`;
  });
  const shown = rows.slice(0, MOST_KINDS);
  const more = rows.length - shown.length;
  return `| kind | create | update | replace | delete | other |\n|---|--:|--:|--:|--:|--:|\n${shown.join('')}${more > 0 ? `| … and ${more} more kinds | | | | | |\n` : ''}\n`;
}

const MOST_KINDS = 40;
const COLUMNS: readonly (readonly Action[])[] = [
  ['create'],
  ['update'],
  ['replace'],
  ['delete'],
  ['run', 'read', 'adopt', 'retain', 'forget', 'gone'],
];

/** Returns the kind in an id (`apiVersion:Kind:…`, `namespace:provider:type:…`). An id with another form is its own kind. */
const kindOf = ({id, type}: Change): string => id.split(':')[type === 'Kubernetes' ? 1 : 2] ?? id;

const printedLines = (text: string): string[] => text.trimEnd().split('\n').map(printable);
