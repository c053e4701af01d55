import type {Diagnostic, Position} from '../../core/diagnostic/diagnostic.ts';
import type {Change, FieldChange, Plan} from '../../core/plan/plan.ts';
import {needsText} from '../plan/remarks.ts';

/** What a reviewer of a plan should not miss, at the lines of the files where they are known: what is blocked, and drift. No values. */
export const planWarnings = ({changes}: Plan): readonly Diagnostic[] => [
  ...changes.flatMap(blockedWarning),
  ...changes.flatMap(driftWarning),
];

function blockedWarning({id, blocked, fields}: Change): readonly Diagnostic[] {
  if (blocked === undefined) return [];
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

/** Who changed what. */
export function driftText(drifted: readonly FieldChange[]): string {
  const managers = [...new Set(drifted.flatMap(({manager}) => manager ?? []))].join(', ');
  return `drift: ${managers === '' ? 'somebody' : managers} changed ${drifted.map(({path}) => path).join(', ')} in the cluster`;
}

/** The line that set a field, as far as it is known. */
export function placeOf(field: FieldChange | undefined): {readonly at?: Position} {
  return field?.at === undefined ? {} : {at: {...field.at, endColumn: field.at.column, text: ''}};
}
