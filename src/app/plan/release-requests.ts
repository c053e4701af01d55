import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Failure} from '../../core/failure/failure.ts';
import type {Permissions} from '../../core/plan/permissions.ts';
import type {Plan} from '../../core/plan/plan.ts';
import type {Phase} from '../../core/release/phase.ts';
import type {Release} from '../../core/release/release.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {Along} from '../stacks/along.ts';

/** Which stack in which workspace: the global flags. */
export type StackRequest = {
  /** `-C`: where to start looking for stack.yaml; default the current directory. */
  readonly directory?: string;
  /** `-s [PROJECT/]STACK`. */
  readonly stack?: string;
  /** `-w NAME|FILE`. */
  readonly workspace?: string;
  /** Where stacks were looked for; default: `directory`. Outside of a repository these are what a stack may name, too. */
  readonly within?: string;
  /** Where several stacks run: what of the others matters to this one. */
  readonly along?: Along;
};

/** What shapes a plan: the same for preview and apply, and kept in a saved plan. */
export type PlanFlags = {
  readonly specFile?: string | undefined;
  readonly permissions: Permissions;
  /** `--target`: only these (ids, kinds, labels, globs) and what they need. Empty: all. */
  readonly targets?: readonly string[] | undefined;
  /** `--exclude`: not these, and not what needs them. */
  readonly excludes?: readonly string[] | undefined;
  /** `--image NAME=REF`. */
  readonly images?: readonly string[];
  /** `--ignore PATH`. */
  readonly ignore?: readonly string[] | undefined;
  /** `--allow-empty`: the files hold no resource, and that is meant. */
  readonly allowEmpty?: boolean | undefined;
  /** `--take-over-project`: the releases were made from another repository, and are this one's from now on. */
  readonly takeOverProject?: boolean | undefined;
};

/** The answer of `gantry build`: resources as the files and the workspace make them. */
export type BuildOutcome = {
  readonly project: string;
  readonly stack: string;
  readonly workspace?: string;
  readonly resources: readonly Resource[];
  readonly diagnostics: readonly Diagnostic[];
};

/** The last one; the one before it that succeeded (or, where the last did not succeed, the last that did); a revision. */
export type WhichRelease = 'current' | 'previous' | number;

/** Request of `gantry preview`, and of the plan before each apply or destroy. */
export type PreviewRequest = StackRequest &
  PlanFlags & {
    readonly operation: 'apply' | 'destroy';
    /** What a release wanted, in place of the files. */
    readonly revision?: WhichRelease | undefined;
    /** Leave Gantry: of all that the stack holds, or of what these selectors name, the objects stay. */
    readonly letGo?: 'all' | readonly string[] | undefined;
    /** Only these of the files (ids, kinds, labels, globs), without what they need: what `resource import` names. */
    readonly only?: readonly string[];
    /** For a stack that has no release yet: the lineage that a saved plan has promised. */
    readonly lineage?: string;
    /** What the server could not verify is an error (`--strict`). */
    readonly strict?: boolean;
  };

/** Request of `gantry apply`, `destroy` and `rollback`. */
export type ApplyRequest = PreviewRequest & {
  readonly wait: boolean;
  readonly timeoutSeconds?: number | undefined;
  readonly parallelism?: number | undefined;
  /** When something failed, go back to the last release that succeeded, in the same run. */
  readonly rollbackOnFailure?: boolean;
  /** How long to wait for the lock of another run. */
  readonly lockTimeoutSeconds: number;
  /** Called with a plan that would change something: before it is refused for what is blocked in it, and before `confirm`. */
  readonly show?: ((plan: Plan) => void) | undefined;
  /** Asks for the word that permits deletions which no flag permits. Absent: nobody can be asked, and they are refused. */
  readonly permit?: (plan: Plan) => Promise<boolean>;
  /** Asks. False: the user declined. */
  readonly confirm: (plan: Plan) => Promise<boolean>;
};

/** What became of one resource in a run; `because` says why it was skipped. */
export type StepOutcome = {
  readonly id: string;
  readonly action: Plan['changes'][number]['action'];
  readonly outcome: 'done' | 'failed' | 'skipped';
  readonly seconds: number;
  readonly failure?: Failure | undefined;
  readonly because?: string;
};

/** The answer of `gantry apply`. */
export type ApplyOutcome =
  | {readonly kind: 'unchanged'; readonly plan: Plan}
  | {readonly kind: 'declined'; readonly plan: Plan}
  | {
      readonly kind: 'applied';
      readonly plan: Plan;
      readonly phase: Phase;
      readonly release: Release;
      readonly steps: readonly StepOutcome[];
      readonly seconds: number;
      /** Present when the run did not succeed: what to exit with. */
      readonly failure?: Failure | undefined;
      /** What became of it where a failed run was to be rolled back. */
      readonly rollback?: AutomaticRollback;
    };

/** The answer of a run that was carried out, whether it succeeded or not. */
export type AppliedOutcome = Extract<ApplyOutcome, {kind: 'applied'}>;

/** `to`: the revision that was gone back to; absent where there is none. */
export type AutomaticRollback =
  | {
      readonly kind: 'applied';
      readonly to: number;
      /** A release of its own. It may have failed, too. */
      readonly outcome: AppliedOutcome;
      /** What the failed run brought into the stack, and the rollback does not delete. */
      readonly kept: readonly KeptObject[];
    }
  | {readonly kind: 'stopped'; readonly to?: number; readonly failure: Failure};

/** An object that an automatic rollback leaves in the cluster, with the reason. */
export type KeptObject = {readonly id: string; readonly because: string};
