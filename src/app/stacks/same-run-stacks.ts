import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Plan} from '../../core/plan/plan.ts';
import type {Resource} from '../../core/resource/resource.ts';

/** A stack that the same run applies before another one, with its plan and resources. */
export type EarlierStack = {
  /** `PROJECT/STACK`. */
  readonly name: string;
  readonly plan: Plan;
  /** The resources as written. */
  readonly wanted: readonly Resource[];
};

/** Returns the names of the stacks of a run. A stack in several workspaces has one name. */
export const namesIn = (stacks: readonly {readonly name: string}[]): ReadonlySet<string> =>
  new Set(stacks.map(({name}) => name));

/** The facts about the other stacks of a run that a stack needs: those in its workspace. */
export type SameRunStacks = {
  /** The stacks before it that are not applied yet: the results of their changes are not known. */
  readonly earlier: readonly EarlierStack[];
  /** The uids of the objects that these delete, if the run destroys them. */
  readonly deleting?: ReadonlySet<string>;
  /** The stacks that the run destroys before: PROJECT/STACK/WORKSPACE. */
  readonly destroyed?: ReadonlySet<string>;
  /** The time that the kubeconfig of a shared resource may take to appear, after the run has made the resource. */
  readonly clusterWaitSeconds?: number | undefined;
  /** All stacks of the run, by PROJECT/STACK. */
  readonly stacks: ReadonlySet<string>;
  /** Called with each `--image` that no container of this stack uses: another stack may use it. */
  readonly onUnusedImage?: (flag: string) => void;
  /** Called with the warning that a flag matches nothing in this stack: it may match in another one. */
  readonly onUnusedFlag?: (warning: Diagnostic) => void;
};
