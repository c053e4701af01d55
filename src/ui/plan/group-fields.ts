import type {Cause, FieldChange} from '../../core/plan/plan.ts';
import {defined} from '../../lib/defined.ts';

/** Fields that differ for the same cause, by the same manager. */
export type FieldGroup = {
  readonly cause: Cause;
  readonly manager?: string;
  /** The time of the manager's last write. */
  readonly time?: string;
  /** Set if the fields stay unchanged. */
  readonly yielded: boolean;
  readonly fields: readonly FieldChange[];
};

// Changes by others come first, because the user does not know them yet.
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

// These causes concern the owner or the default of a field. They do not change a value that the user has set.
const QUIET: ReadonlySet<Cause> = new Set<Cause>(['ownership', 'default', 'server', 'webhook']);

/** Reports whether the cause of a change needs no attention, so that a count is enough. */
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

// The sort is stable: groups with the same cause stay in the order of their fields.
const rank = ({cause, yielded}: FieldGroup): number => {
  if (isQuiet({cause})) return 2 * ORDER.length + ORDER.indexOf(cause);
  return yielded ? ORDER.length + ORDER.indexOf(cause) : ORDER.indexOf(cause);
};
