import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Plan} from '../../core/plan/plan.ts';
import type {Resource} from '../../core/resource/resource.ts';

/** A stack that the same run applies before another one: what it would do, and to what. */
export type EarlierStack = {
  /** `PROJECT/STACK`. */
  readonly name: string;
  readonly plan: Plan;
  /** As it is written. */
  readonly wanted: readonly Resource[];
};

/** What a stack has to know of the others of its run. */
export type Along = {
  /** Those that come before it and are not applied yet: what they change is known only then. */
  readonly earlier: readonly EarlierStack[];
  /** The uids of what these delete, where the run destroys them. */
  readonly going?: ReadonlySet<string>;
  /** All stacks of the run, by PROJECT/STACK. */
  readonly stacks: ReadonlySet<string>;
  /** Told each `--image` that no container of this stack uses: another stack may. */
  readonly onUnusedImage?: (flag: string) => void;
  /** Called with the warning that a flag is about nothing in this stack: it may be about another one. */
  readonly onUnusedFlag?: (warning: Diagnostic) => void;
};
