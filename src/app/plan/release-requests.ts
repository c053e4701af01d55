import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Failure} from '../../core/failure/failure.ts';
import type {Permissions} from '../../core/plan/permissions.ts';
import type {Plan} from '../../core/plan/plan.ts';
import type {SavedTerraform} from '../../core/plan/saved-terraform.ts';
import type {Phase} from '../../core/release/phase.ts';
import type {Release} from '../../core/release/release.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {Secret} from '../../core/secret/secret.ts';
import type {ClaimsRequest} from '../../core/stacks/claims-request.ts';
import type {SameRunStacks} from '../stacks/same-run-stacks.ts';
import type {StackInMemory} from './stack-in-memory.ts';

/** The stack and the workspace of a run: the global flags. */
export type StackRequest = {
  /** `-C`: the directory where the search for stack.yaml starts; default the current directory. */
  readonly directory?: string;
  /** `-s [PROJECT/]STACK`. */
  readonly stack?: string;
  /** `-w NAME|FILE`. */
  readonly workspace?: string;
  /** The directory where stacks were searched; default: `directory`. Outside of a repository a stack can also name these. */
  readonly within?: string;
  /** Present for a shared stack whose run creates or removes claimed resources. */
  readonly claims?: ClaimsRequest;
  /** Present in a run over several stacks: the facts of the others that matter to this one. */
  readonly sameRun?: SameRunStacks;
};

/** The flags that affect a plan: the same for preview and apply, and stored in a saved plan. */
export type PlanFlags = {
  readonly specFile?: string | undefined;
  readonly permissions: Permissions;
  /** `--target`: only these (ids, kinds, labels, globs) and their dependencies. Empty: all. */
  readonly targets?: readonly string[] | undefined;
  /** `--exclude`: all but these and their dependents. */
  readonly excludes?: readonly string[] | undefined;
  /** `--image NAME=REF`. */
  readonly images?: readonly string[];
  /** `--chart NAME=VERSION`: versions of charts to try, in place of those in stack.yaml. */
  readonly charts?: readonly string[] | undefined;
  /** `--from` of a promotion: the records of that release, with the versions of its charts and modules. */
  readonly released?: Release['sources'];
  /** `--ignore PATH`. */
  readonly ignore?: readonly string[] | undefined;
  /** `--regenerate`: the charts whose generated values are renewed, by their release or one of their objects. */
  readonly regenerate?: readonly string[] | undefined;
  /** `--run-hooks`: all hooks of the change run. `--skip-hooks`: none does, and those of this change count as done. */
  readonly hooks?: 'all' | 'skip' | undefined;
  /** `--allow-empty`: permits files without any resource. */
  readonly allowEmpty?: boolean | undefined;
  /** `--refresh`: the release also gets what changed at the providers of unchanged Terraform resources. */
  readonly refresh?: boolean | undefined;
  /** `--replace`: the ids of Terraform resources that are replaced although nothing changed. */
  readonly replace?: readonly string[] | undefined;
  /** `--take-over-project`: the releases were made from another repository, and belong to this one from now on. */
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

/** A release to select: the last one; the previous one that succeeded (or, if the last did not succeed, the last that did); a revision. */
export type WhichRelease = 'current' | 'previous' | number;

/** Request of `gantry preview`, and of the plan before each apply or destroy. */
export type PreviewRequest = StackRequest &
  PlanFlags & {
    readonly operation: 'apply' | 'destroy';
    /** True to run the test hooks, and no others. */
    readonly tests?: boolean;
    /** A release whose desired resources replace the files. */
    readonly revision?: WhichRelease | undefined;
    /** Resources to orphan: all of the stack, or those that the selectors name. Their objects stay. */
    readonly orphan?: 'all' | readonly string[] | undefined;
    /** Only these resources of the files (ids, kinds, labels, globs), without their dependencies: the selectors of `resource import`. */
    readonly only?: readonly string[];
    /** The parts that a saved plan has fixed: the lineage of a stack without a release, and the plan of Terraform. */
    readonly saved?: {readonly lineage: string; readonly terraform?: SavedTerraform};
    /** The generated values that an earlier plan of the same run, or a saved plan, has chosen. */
    readonly generated?: ReadonlyMap<string, Secret>;
    /** Objects of a program, in place of the files of the stack. `stack` is PROJECT/STACK then. */
    readonly inMemory?: StackInMemory;
    /** Remarks on the request itself, which the plan repeats: for example, images without a digest. */
    readonly notes?: readonly Diagnostic[];
    /** `--strict`: an object that the server could not verify is an error. */
    readonly strict?: boolean;
  };

/** Request of `gantry apply`, `destroy` and `rollback`. */
export type ApplyRequest = PreviewRequest & {
  readonly wait: boolean;
  /** The digest of the saved plan that is applied. An approval of a protected workspace must cover it. */
  readonly planDigest?: string;
  readonly timeoutSeconds?: number | undefined;
  readonly parallelism?: number | undefined;
  /** True to roll back to the last successful release in the same run when something failed. */
  readonly rollbackOnFailure?: boolean;
  /** The time to wait for the lock of another run. */
  readonly lockTimeoutSeconds: number;
  /** Called with a plan that would change something: before it is refused for what is blocked in it, and before `confirm`. */
  readonly show?: ((plan: Plan) => void) | undefined;
  /** Asks for a typed confirmation of deletions that no flag permits. Absent: nobody can be asked, and they are refused. */
  readonly permit?: (plan: Plan) => Promise<boolean>;
  /** Asks for confirmation. False: the user declined. */
  readonly confirm: (plan: Plan) => Promise<boolean>;
};

/** The result of one resource in a run; `because` says why it was skipped. */
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
      /** Present if the run did not succeed: the cause of the exit code. */
      readonly failure?: Failure | undefined;
      /** Present if the run before this one had failed, or did not end. */
      readonly isAfterFailure?: true | undefined;
      /** The rollback of a failed run, if one was requested. */
      readonly rollback?: AutomaticRollback;
    };

/** The answer of a run that was carried out, whether it succeeded or not. */
export type AppliedOutcome = Extract<ApplyOutcome, {kind: 'applied'}>;

/** An automatic rollback. `to`: the revision that was rolled back to; absent if there is none. */
export type AutomaticRollback =
  | {
      readonly kind: 'applied';
      readonly to: number;
      /** The result of the rollback, which is a release itself and may have failed, too. */
      readonly outcome: AppliedOutcome;
      /** The objects that the failed run added to the stack and that the rollback does not delete. */
      readonly kept: readonly KeptObject[];
    }
  | {readonly kind: 'stopped'; readonly to?: number; readonly failure: Failure};

/** An object that an automatic rollback leaves in the cluster, with the reason. */
export type KeptObject = {readonly id: string; readonly because: string};
