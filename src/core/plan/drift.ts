import type {FieldChange} from './plan.ts';

/** The kinds of drift of one resource, from none to an object that another stack owns. */
export const DRIFTS = ['none', 'changed', 'added', 'unmarked', 'deleted', 'replaced', 'taken'] as const;

/**
 * What became of an object since the last release: `changed` fields of ours, `added` fields of others
 * and none of ours changed, `unmarked` (our label or annotations were taken
 * off), `deleted`, `replaced` (another object has its name), `taken` (another stack has put its marks on it).
 */
export type Drift = (typeof DRIFTS)[number];

/** The difference between what the last release left of one resource and what is live. */
export type ObjectDrift = {
  readonly id: string;
  readonly type: 'Kubernetes' | 'Terraform';
  readonly drift: Drift;
  readonly reason?: string | undefined;
  /** `before` is live, `after` what the last release left. What others hold by design is `yielded`, and no drift. */
  readonly fields: readonly FieldChange[];
  /** What controllers have added, as is their job: no drift. */
  readonly addedByControllers?: readonly FieldChange[];
};
