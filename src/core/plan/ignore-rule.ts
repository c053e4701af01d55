import type {Position} from '../diagnostic/diagnostic.ts';

/** A rule for fields that other managers own. A plan neither shows nor sends differences in them. All given conditions must hold. */
export type IgnoreRule = {
  /** A field path as plans show it, with `*` for any one step: `spec.replicas`, `spec.template.spec.containers[*].image`. */
  readonly path?: string;
  /** The id of one resource. */
  readonly id?: string;
  readonly kind?: string;
  readonly name?: string;
  /** Only where this manager owns the live field. */
  readonly manager?: string;
  /** The source of the rule, for the warning that it never matched: `--ignore`, or a file. */
  readonly from: string;
  readonly at?: Position;
};
