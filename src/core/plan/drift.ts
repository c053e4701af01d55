import type {FieldChange} from './plan.ts';

/** The kinds of drift of one resource, from none to an object that another stack owns. */
export const DRIFTS = ['none', 'changed', 'added', 'unmarked', 'deleted', 'replaced', 'taken'] as const;

/**
 * The drift of an object since the last release: `changed` (own fields changed), `added` (only fields of others were added), `unmarked`
 * (ownership label or annotations were removed), `deleted`, `replaced` (another object has its name), `taken` (another stack has put its
 * ownership labels on it).
 */
export type Drift = (typeof DRIFTS)[number];

/** The difference between the state of a resource in the last release and its live object. */
export type ObjectDrift = {
  readonly id: string;
  readonly type: 'Kubernetes' | 'Terraform';
  readonly drift: Drift;
  readonly reason?: string | undefined;
  /** `before` is the live value, `after` that of the last release. Fields that others own by design are `yielded` and not drift. */
  readonly fields: readonly FieldChange[];
  /** Fields that controllers have added. They are not drift. */
  readonly addedByControllers?: readonly FieldChange[];
};
