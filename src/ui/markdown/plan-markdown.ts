import type {Action, Change, Plan} from '../../core/plan/plan.ts';
import {count} from '../count.ts';
import {addedFields, addedText} from '../plan/added-text.ts';
import {losesData} from '../plan/effect-text.ts';
import {foldChanges} from '../plan/fold-changes.ts';
import {noChangesText} from '../plan/no-changes-text.ts';
import {permitFlags, shellWords} from '../plan/permit.ts';
import {printable} from '../printable.ts';
import type {Style} from '../style.ts';
import {summaryText} from '../summary-text.ts';
import {changePart} from './change-markdown.ts';
import {diagnosticsList} from './diagnostics-list.ts';
import {fit, size} from './fit.ts';
import {caution, codeCell, codeSpan, fenced, marker} from './safe.ts';

/** GitHub takes 65,536 characters for a comment; the rest is for what a pipeline puts around it. */
export const COMMENT_BYTES = 60_000;

/** How a plan is shown; `bytes` is the limit of the comment. */
export type MarkdownStyle = Pick<Style, 'cwd' | 'now' | 'applyCommand'> & {
  /** How long it may become. */
  readonly bytes?: number;
};

/** A plan for a comment on a pull request. */
export type PlanMarkdown = {
  readonly plan: Plan;
  /** What has become of the plan; absent where it is only shown. */
  readonly outcome?: string;
  /** Why it was not carried out, or not all of it, in one line. */
  readonly failed?: string;
};

/**
 * The plan for a pull request. The first line is a marker by which a script finds its comment again. What is blocked and what
 * destroys comes first; where it would be too long, the least important changes lose their detail, and it says so.
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
  ].join('');
  // Of a stack that was never applied each preview promises another lineage, and so the digest is another one: the same plan is
  // the same text, or its comment would be written anew each time.
  const digest = plan.revision === 1 ? '' : ` · digest ${codeSpan(plan.digest)}`;
  const foot = `Revision ${plan.revision}${digest} · cluster ${codeSpan(`${plan.cluster.server}, ${plan.cluster.version}`)}\n`;
  const parts = foldChanges([...shown, ...added].toSorted((a, b) => rank(a) - rank(b))).map(changePart);
  const {texts, shortened, dropped} = fit(parts, (style.bytes ?? COMMENT_BYTES) - size(head) - size(foot) - NOTE_BYTES);
  return [head, ...texts, leftOut(shortened, dropped), foot].join('');
}

/** Of a run that only looked whether all is ready, the outcome says how it is. */
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
  'update',
  'adopt',
  'create',
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
  ['adopt', 'retain', 'forget', 'gone'],
];

/** `apiVersion:Kind:…`, `namespace:provider:type:…`; an id of another make is a kind of its own. */
const kindOf = ({id, type}: Change): string => id.split(':')[type === 'Kubernetes' ? 1 : 2] ?? id;

const printedLines = (text: string): string[] => text.trimEnd().split('\n').map(printable);
