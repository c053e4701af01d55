import type {Cause, FieldChange} from '../../core/plan/plan.ts';
import {defined} from '../../lib/defined.ts';

/** Fields that differ for one reason, by one hand. */
export type FieldGroup = {
  readonly cause: Cause;
  readonly manager?: string;
  /** When that manager last wrote. */
  readonly time?: string;
  /** They stay as they are. */
  readonly yielded: boolean;
  readonly fields: readonly FieldChange[];
};

// What somebody else did comes first: it is what a reader does not know yet. Their own edits they know.
const ORDER: readonly Cause[] = [
  'drift',
  'conflict',
  'added',
  'takeover',
  'secret',
  'reference',
  'workspace',
  'spec',
  'ownership',
  'default',
  'server',
  'webhook',
];

// These say who owns or fills in a field, not that a value which the user sees will move.
const QUIET: ReadonlySet<Cause> = new Set<Cause>(['ownership', 'default', 'server', 'webhook']);

/** Whether the cause of a change needs no attention, so that a count is enough. */
export const isQuiet = ({cause}: Pick<FieldChange, 'cause'>): boolean => QUIET.has(cause);

/** The fields of a change by cause and by who did it; drift first, what stays as it is after all that changes. */
export function groupFields(fields: readonly FieldChange[]): readonly FieldGroup[] {
  const groups = Map.groupBy(fields, ({cause, manager, time, yielded}) =>
    JSON.stringify([yielded === true, cause, manager, time]),
  );
  return [...groups.values()].flatMap(groupOf).toSorted((a, b) => rank(a) - rank(b));
}

function groupOf(fields: readonly FieldChange[]): readonly FieldGroup[] {
  const [first] = fields;
  if (first === undefined) return [];
  const {cause, manager, time, yielded} = first;
  return [
    {
      cause,
      ...defined({manager, time}),
      yielded: yielded === true,
      fields,
    },
  ];
}

// Sorting is stable: groups of one cause stay in the order in which their fields came.
const rank = ({cause, yielded}: FieldGroup): number => {
  if (isQuiet({cause})) return 2 * ORDER.length + ORDER.indexOf(cause);
  return yielded ? ORDER.length + ORDER.indexOf(cause) : ORDER.indexOf(cause);
};
