import type {Position} from '../diagnostic/diagnostic.ts';

/** Fields that a plan leaves to others: what differs there is neither shown nor sent. Each condition given must hold. */
export type IgnoreRule = {
  /** A field path as plans show it, with `*` for any one step: `spec.replicas`, `spec.template.spec.containers[*].image`. */
  readonly path?: string;
  /** The id of one resource. */
  readonly id?: string;
  readonly kind?: string;
  readonly name?: string;
  /** Only where this manager owns the live field. */
  readonly manager?: string;
  /** Where the rule stands, for the warning that it never matched: `--ignore`, or a file. */
  readonly from: string;
  readonly at?: Position;
};
