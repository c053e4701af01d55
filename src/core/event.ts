import type {Diagnostic} from './diagnostic/diagnostic.ts';
import type {Failure} from './failure/failure.ts';
import type {DriftChange} from './notify/watched-state.ts';
import type {Drift} from './plan/drift.ts';
import type {Action} from './plan/plan.ts';
import type {LockFacts} from './release/lock-facts.ts';

/** The namespace of objects that set none: `stack` (stack.yaml, or the release), `kubeconfig` (its context) or `default` (neither sets one). */
export type DefaultNamespace = {readonly name: string; readonly from: 'stack' | 'kubeconfig' | 'default'};

/** An event of a run, for views to show. */
export type Event =
  /** The first event of each run. */
  | {
      readonly type: 'run-started';
      readonly gantryVersion: string;
      /** The name of the command: `release list`. */
      readonly name: string;
      /** The command line, with masked secrets. */
      readonly command: string;
    }
  /** The workspace, the source of its name, and the cluster that it connects to. */
  | {
      readonly type: 'workspace-chosen';
      readonly workspace: string;
      readonly from: string;
      readonly file: string;
      readonly project?: string;
      readonly stack?: string | undefined;
    }
  | {
      readonly type: 'cluster-reached';
      readonly server: string;
      readonly identity: string;
      readonly version: string;
      readonly source: string;
      /** The name of the context in the kubeconfig. */
      readonly context: string;
      /** The namespace of objects that set none, and its source. */
      readonly namespace: DefaultNamespace;
    }
  /** The next stack of a run over several stacks begins. `step` is the work that follows for it. */
  | {
      readonly type: 'stack-started';
      readonly project: string;
      readonly stack: string;
      readonly workspace?: string;
      readonly step: StackStep;
      /** Counts from 1. */
      readonly number: number;
      readonly of: number;
    }
  | {
      readonly type: 'stack-done';
      readonly project: string;
      readonly stack: string;
      readonly workspace?: string;
      readonly step: StackStep;
      readonly outcome: 'done' | 'failed' | 'skipped' | 'deferred' | 'stopped';
      /** The stack because of which it was skipped, or after whose apply it can be planned. */
      readonly because?: string;
      readonly seconds: number;
    }
  | {readonly type: 'phase-started'; readonly phase: RunPhase; readonly total?: number}
  | {readonly type: 'phase-done'; readonly phase: RunPhase; readonly seconds: number}
  /** The steps that will be done (or would be, in a preview), in this order unless a step has to wait. */
  | {
      readonly type: 'plan-made';
      readonly operation: 'apply' | 'destroy';
      readonly revision: number;
      readonly steps: readonly PlannedStep[];
    }
  | {readonly type: 'diagnostic'; readonly diagnostic: Diagnostic}
  | ({readonly type: 'lock-waiting'} & LockFacts)
  /** The data key of a sealed backend was unwrapped, or this user cannot unwrap it. A KMS gets one request; a passphrase takes some tenths of a second. */
  | {
      readonly type: 'data-key-unwrapped';
      readonly backend: string;
      /** The way that the configuration declares: `age`. */
      readonly way: string;
      readonly outcome: 'opened' | 'refused';
      readonly seconds: number;
    }
  | {readonly type: 'step-started'; readonly id: string; readonly action: Action}
  /** The server has accepted the write. */
  | {readonly type: 'step-applied'; readonly id: string; readonly action: Action}
  | {readonly type: 'step-waiting'; readonly id: string; readonly message: string}
  | {readonly type: 'step-done'; readonly id: string; readonly action: Action; readonly seconds: number}
  | {readonly type: 'step-failed'; readonly id: string; readonly action: Action; readonly failure: Failure}
  | {readonly type: 'step-skipped'; readonly id: string; readonly action: Action; readonly because: string}
  /** One line that a container of a resource's pod wrote, scrubbed of known secrets. */
  | {
      readonly type: 'log';
      readonly id: string;
      /** The action of the step that prints the line. Absent: "gantry logs" does. */
      readonly action?: Action;
      readonly pod: string;
      readonly container: string;
      readonly line: string;
      /** The time of the line (RFC 3339), if the server reports it. */
      readonly loggedAt?: string | undefined;
    }
  | {
      readonly type: 'retry';
      readonly request: string;
      readonly attempt: number;
      readonly reason: string;
      readonly delayMs: number;
    }
  | {readonly type: 'release-recorded'; readonly revision: number; readonly phase: string}
  /** A round of `drift --watch` has ended. `failure`: the check as a whole failed, so that the counts are 0. */
  | {
      readonly type: 'drift-checked';
      /** Counts from 1. */
      readonly round: number;
      readonly stacks: number;
      readonly drifted: number;
      readonly failed: number;
      readonly failure?: Failure;
    }
  /** The drift of a stack differs from that of the round before. The names are empty for the check as a whole. */
  | {
      readonly type: 'drift-changed';
      readonly project: string;
      readonly stack: string;
      readonly workspace: string;
      readonly change: DriftChange;
      /** The time at which the state that began or ended was first seen. */
      readonly since: string;
      readonly revision?: number;
      readonly objects?: readonly {readonly id: string; readonly drift: Drift; readonly paths: readonly string[]}[];
      readonly failure?: Failure;
    };

/** A step of the plan, and the steps that must be done and ready before it. */
export type PlannedStep = {readonly id: string; readonly action: Action; readonly after: readonly string[]};

/** The work for a stack. `plan`: compute the changes. `apply`: make the changes. `look`: only read the stack. */
export type StackStep = 'look' | 'plan' | 'apply';

/** The phases of a run in their order; a preview ends after `plan`. */
export type RunPhase = 'build' | 'read' | 'plan' | 'apply' | 'wait' | 'record';

/** An event with the stack that it belongs to in a run over several stacks, and its workspace in a run over several workspaces. */
export type StackEvent = Event & {
  readonly project?: string;
  readonly stack?: string | undefined;
  readonly workspace?: string;
};

/**
 * Returns the key of a stack in a run: `PROJECT/STACK`, or `PROJECT/STACK/WORKSPACE` in a run over several workspaces. It is the same for
 * all events of a run for one stack, except that `workspace-chosen` always has its workspace.
 */
export const stackKey = ({
  project = '',
  stack = '',
  workspace,
}: Pick<StackEvent, 'project' | 'stack' | 'workspace'>): string =>
  workspace === undefined ? `${project}/${stack}` : `${project}/${stack}/${workspace}`;

/** A listener for the events of a run. It is called synchronously. */
export type OnEvent = (event: StackEvent) => void;
