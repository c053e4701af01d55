import type {Diagnostic, Position} from '../../core/diagnostic/diagnostic.ts';
import {PERMISSION_FLAG} from '../../core/plan/permissions.ts';
import type {Change, FieldChange, Plan} from '../../core/plan/plan.ts';
import {addedFields} from '../plan/added-text.ts';
import {needsText} from '../plan/notes.ts';

/** Returns warnings for the reviewer of a plan: blocked changes and drift, with the lines of files if known. They contain no values. */
export const planWarnings = ({changes}: Plan): readonly Diagnostic[] => [
  ...changes.flatMap(blockedWarning),
  ...changes.flatMap(driftWarning),
  ...changes.flatMap(addedWarning),
];

function blockedWarning({id, blocked, fields}: Change): readonly Diagnostic[] {
  // The policy has its own diagnostics, with the lines of the files.
  if (blocked === undefined || blocked.policies !== undefined) return [];
  const contested =
    fields.find(({cause, at}) => cause === 'conflict' && at !== undefined) ?? fields.find(({at}) => at !== undefined);
  return [
    {
      severity: 'warning',
      code: 'plan/blocked',
      message: `blocked: ${blocked.because}`,
      resource: id,
      hint: needsText(blocked),
      ...placeOf(contested),
    },
  ];
}

function driftWarning({id, fields}: Change): readonly Diagnostic[] {
  const drifted = fields.filter(({cause, yielded}) => cause === 'drift' && yielded !== true);
  if (drifted.length === 0) return [];
  return [
    {
      severity: 'warning',
      code: 'plan/drift',
      message: driftText(drifted),
      resource: id,
      ...placeOf(drifted.find(({at}) => at !== undefined)),
    },
  ];
}

/** Returns a warning for fields that others added and that stay. */
function addedWarning(change: Change): readonly Diagnostic[] {
  const added = addedFields(change, 'plan');
  if (added.length === 0) return [];
  return [
    {
      severity: 'warning',
      code: 'plan/added',
      message: addedMessage(added),
      resource: change.id,
      hint: `${PERMISSION_FLAG.revertAdded} ${change.id} removes it; a rule under "ignore" leaves it to others.`,
    },
  ];
}

/** Returns which manager added which fields. */
export const addedMessage = (added: readonly FieldChange[]): string =>
  `added: ${managersOf(added)} added ${added.map(({path}) => path).join(', ')} in the cluster`;

const managersOf = (fields: readonly FieldChange[]): string =>
  [...new Set(fields.flatMap(({manager}) => manager ?? []))].join(', ') || 'somebody';

/** Returns which manager changed which fields. */
export function driftText(drifted: readonly FieldChange[]): string {
  return `drift: ${managersOf(drifted)} changed ${drifted.map(({path}) => path).join(', ')} in the cluster`;
}

/** The line that set a field, as far as it is known. */
export function placeOf(field: FieldChange | undefined): {readonly at?: Position} {
  return field?.at === undefined ? {} : {at: {...field.at, endColumn: field.at.column, text: ''}};
}
