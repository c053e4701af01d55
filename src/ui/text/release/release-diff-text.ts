import type {ReleaseDiff} from '../../../app/release/diff-releases.ts';
import type {DiffSide} from '../../../app/release/diff-side.ts';
import type {Change} from '../../../core/plan/plan.ts';
import {ago} from '../../duration.ts';
import {fieldText} from '../../field-text.ts';
import {foldChanges} from '../../plan/fold-changes.ts';
import type {Style} from '../../style.ts';
import {facts} from '../../table.ts';
import {changeText} from '../stack/plan-text.ts';

/** Reports whether two releases differ. This decides the exit code of `gantry release diff`. */
export const isDifferent = ({changes, settings}: ReleaseDiff): boolean => changes.length + settings.length > 0;

const ORDER = ['create', 'update', 'delete'] as const;

/** Returns the differences of two releases in the form of a plan: the changes from the first to the second. */
export function releaseDiffText(diff: ReleaseDiff, style: Style): string {
  const {project, stack, workspace, before, after, settings} = diff;
  const head = facts(
    [
      ['Stack', `${project}/${stack} in ${workspace}`],
      ['From', sideText(before, style)],
      ['To', sideText(after, style)],
    ],
    style,
  );
  if (!isDifferent(diff)) return `${head}\nNo differences.\n`;
  const byAction = Map.groupBy(changesOf(diff), ({action}) => action);
  const ordered = ORDER.flatMap((action) => byAction.get(action) ?? []);
  return [
    head,
    '\n',
    ...settings.flatMap((field) => fieldText(field, style)).map((line) => `  ${line}\n`),
    ...foldChanges(ordered).map((fold) => changeText(fold, style)),
    '\n',
    `${style.paint.strong(diffSummary(diff))}\n`,
  ].join('');
}

/** Returns the differences as changes of a plan. All are verified, because both sides are records. */
export const changesOf = ({changes}: ReleaseDiff): readonly Change[] =>
  changes.map((change) => ({...change, verified: true}));

/** Returns the counts of a diff: `1 created, 2 updated, 0 deleted, 5 unchanged`. */
export const diffSummary = ({summary}: ReleaseDiff): string =>
  `${summary.create} created, ${summary.update} updated, ${summary.delete} deleted, ${summary.unchanged} unchanged`;

const sideText = (side: DiffSide, {now}: Pick<Style, 'now'>): string =>
  `${sideName(side)}, ${ago(side.startedAt, now)}, by ${side.by}`;

/** Returns the name of one side: `revision 3, succeeded (rollback to 1)`. */
export function sideName({revision, operation, phase, from}: DiffSide): string {
  const what = operation === 'destroy' ? ' (destroy)' : from === undefined ? '' : ` (rollback to ${from.revision})`;
  return `revision ${revision}, ${phase}${what}`;
}
