import type {ReportCell} from '../../app/report/report.ts';
import type {ObjectDrift} from '../../core/plan/drift.ts';
import {hasChanges} from '../../core/plan/summary.ts';
import {foldEqual, namedIds} from '../fold-equal.ts';
import {cappedLines, changeLines, fieldLines} from '../markdown/change-markdown.ts';
import {effectText} from '../plan/effect-text.ts';
import {type FoldedChange, foldChanges} from '../plan/fold-changes.ts';
import {changesText} from '../summary-text.ts';
import {asThere, driftSummary, hasDrift} from '../text/stack/drift-text.ts';
import {type Markup, tag} from './tag.ts';

/** Returns the changes that an apply would make now. Equal changes of several objects are shown once. */
export function planDetails({plan}: ReportCell): Markup | undefined {
  if (plan === undefined || !hasChanges(plan)) return undefined;
  const changes = foldChanges(plan.changes.filter(({action}) => action !== 'unchanged'));
  return tag('details', {}, tag('summary', {}, `Plan: ${changesText(plan.summary)}`), ...changes.map(changeBlock));
}

function changeBlock({first: change, ids}: FoldedChange): Markup {
  const effect = effectText(change);
  const what = ids.length === 1 ? change.id : `${ids.length} objects, as ${change.id}`;
  const action = `${change.blocked === undefined ? '' : 'blocked: '}${change.action}`;
  const head = [tag('strong', {}, action), ` ${what}${effect === undefined ? '' : ` → ${effect}`}`];
  return linesBlock(head, changeLines(change, ids));
}

/** Returns the objects that others changed since the last release. Equal drift is shown once. */
export function driftDetails({drift}: ReportCell): Markup | undefined {
  if (drift === undefined || !hasDrift(drift)) return undefined;
  const said = drift.objects
    .filter((object) => object.drift !== 'none')
    .map((object) => ({id: object.id, drift: object.drift, text: driftLines(object).join('\n')}));
  const blocks = foldEqual(said).map(({first, ids, text}) =>
    linesBlock([tag('strong', {}, first.drift), ` ${namedIds(ids, (id) => id)}`], text === '' ? [] : text.split('\n')),
  );
  return tag('details', {}, tag('summary', {}, `Drift: ${driftSummary(drift)}`), ...blocks);
}

const driftLines = ({reason, fields}: ObjectDrift): readonly string[] => [
  ...(reason === undefined ? [] : [`# ${reason}`]),
  ...fieldLines({action: 'update', fields: fields.map(asThere)}),
];

function linesBlock(head: readonly (Markup | string)[], lines: readonly string[]): Markup {
  if (lines.length === 0) return tag('p', {}, ...head);
  return tag('details', {}, tag('summary', {}, ...head), tag('pre', {}, ...cappedLines(lines).map(lineTag)));
}

/** The classes of lines, by their sign. */
const CLASS: Readonly<Record<string, string>> = {'+': 'add', '-': 'del', '!': 'alert', '#': 'soft', '@': 'soft'};

const lineTag = (line: string): Markup => tag('span', {class: CLASS[line.charAt(0)]}, `${line}\n`);
