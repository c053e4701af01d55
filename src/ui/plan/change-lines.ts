import type {Action, Cause, Change} from '../../core/plan/plan.ts';
import {count} from '../count.ts';
import {causeText, fieldText} from '../field-text.ts';
import {printable} from '../printable.ts';
import type {Style} from '../style.ts';
import {type FieldGroup, groupFields, isQuiet} from './group-fields.ts';

// For a created or deleted object the id is enough; an orphaned object is not changed.
const ID_SAYS_IT: ReadonlySet<Action> = new Set<Action>([
  'create',
  'delete',
  'retain',
  'forget',
  'gone',
  'run',
  'read',
]);

/** The fields that are only counted without `--detail`: their number and their causes. */
export type Quiet = {readonly count: number; readonly causes: readonly Cause[]};

type Shown = Pick<Change, 'action' | 'fields' | 'addedByControllers'>;

/** Fields of a change, grouped by cause; `quiet` counts those that are only summarized. */
export type ShownFields = {readonly groups: readonly FieldGroup[]; readonly quiet?: Quiet};

/** The fields of a change that are shown, by their causes, and those that are only counted. */
export function shownFields({action, fields, addedByControllers = []}: Shown, detail: boolean): ShownFields {
  if (detail) return {groups: groupFields([...fields, ...addedByControllers])};
  if (ID_SAYS_IT.has(action)) return {groups: []};
  const quiet = groupFields(fields.filter(isQuiet));
  const causes = [...new Set(quiet.map(({cause}) => cause))];
  const groups = groupFields(fields.filter((field) => !isQuiet(field)));
  return causes.length === 0 ? {groups} : {groups, quiet: {count: fields.filter(isQuiet).length, causes}};
}

/** The fields of a change for people. */
export function fieldLines(change: Change, style: Style): string[] {
  const {groups, quiet} = shownFields(change, style.detail);
  return [
    ...groups.flatMap((group) => groupLines(group, style)),
    ...(quiet === undefined ? [] : [quietLine(quiet, groups.length > 0, style)]),
  ];
}

/** Returns the lines of a group. Several fields have a heading with the cause and the manager; one field has them in its own line. */
function groupLines(group: FieldGroup, style: Style): string[] {
  const heading = group.fields.length > 1 && !group.yielded ? causeText(group, style.now) : undefined;
  if (heading === undefined) return group.fields.flatMap((field) => fieldText(field, style));
  return [
    style.paint.note(heading),
    ...group.fields.flatMap((field) => fieldText(field, style, {cause: true}).map((line) => `  ${line}`)),
  ];
}

const quietLine = ({count: n, causes}: Quiet, follows: boolean, {paint}: Style): string =>
  paint.dim(`${follows ? 'and ' : ''}${count(n, 'field')} by ${printable(causes.join(', '))} (--detail shows them)`);
