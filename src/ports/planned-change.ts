import type {JsonObject} from '../core/json.ts';
import type {Change} from '../core/plan/plan.ts';
import type {SeenObject} from '../core/plan/plan-file.ts';
import type {ResourceState} from '../core/release/resource-state.ts';
import type {StepResult} from './step-result.ts';
import type {StepRun} from './step-run.ts';

/** One planned change and the way to do it. `execute` is called once, when what it depends on is done. */
export type PlannedChange = {
  readonly change: Change;
  /** Ids of changes that must be ready (for a delete: gone) before this one. */
  readonly after: readonly string[];
  /** The resource as it was sent, with secret leaves sealed: what the release keeps as its spec. */
  readonly sealed?: () => JsonObject;
  /** What the stack's own files say of it, where the workspace has changed it; sealed in the same way. */
  readonly sealedOwn?: (() => JsonObject) | undefined;
  /** The state that the last release left, or that live shows for an unchanged resource without one. */
  readonly state?: ResourceState | undefined;
  /** Another stack, whose marks the live object carries. */
  readonly heldBy?: string;
  /** The user may not write this object: the change is a local result, and an apply stops before it starts. */
  readonly denied?: {readonly action: string; readonly detail: string} | undefined;
  /** What a saved plan keeps of the live object and of what would be sent. */
  readonly seen?: () => SeenObject;
  readonly execute: (run: StepRun) => Promise<StepResult>;
  /** Until it must be ready, where the user said so; default: what the run gives to every resource. */
  readonly timeoutMs?: number;
};
