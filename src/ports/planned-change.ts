import type {JsonObject} from '../core/json.ts';
import type {Change} from '../core/plan/plan.ts';
import type {SeenObject} from '../core/plan/plan-file.ts';
import type {ResourceState} from '../core/release/resource-state.ts';
import type {Literals} from '../core/sealing/literals.ts';
import type {StepResult} from './step-result.ts';
import type {StepRun} from './step-run.ts';

/** A planned change with its execution. `execute` is called once, after its dependencies are done. */
export type PlannedChange = {
  readonly change: Change;
  /** The ids of changes that must be ready (for a delete: gone) before this one. */
  readonly after: readonly string[];
  /** The ids of changes that must be applied before this one, ready or not. */
  readonly afterApplied?: readonly string[];
  /**
   * Present if hooks wait until the resource is ready, even if nothing changes in it: which ones, and how they would not wait, as a part of
   * a message.
   */
  readonly awaitedBy?: string;
  /** Returns the resource as it was sent, with secret values sealed. The release stores it as its spec. */
  readonly redacted?: () => JsonObject;
  /** Returns the values that `redacted` replaced by digests. A sealed backend stores them encrypted. */
  readonly literals?: () => Literals;
  /** Returns the attributes from the stack's own files if the workspace has changed them, sealed in the same way. */
  readonly redactedOwn?: (() => JsonObject) | undefined;
  /** The state that the last release recorded. For an unchanged object, and for a resource in the state of Terraform, without one: what it is now. */
  readonly state?: ResourceState | undefined;
  /** The other stack whose ownership labels the live object has. */
  readonly heldBy?: string;
  /** Set if the user is denied to write this object. The change is then a local result, and an apply stops before it starts. */
  readonly denied?: {readonly action: string; readonly detail: string} | undefined;
  /** Returns the part of the live object and of the request that a saved plan stores. */
  readonly seen?: () => SeenObject;
  readonly execute: (run: StepRun) => Promise<StepResult>;
  /**
   * The time in milliseconds within which the resource must become ready, if the user set one. Default: the time that the run
   * gives each resource.
   */
  readonly timeoutMs?: number;
};
