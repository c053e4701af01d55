import type {Environment} from '../app/deps.ts';
import type {Permissions} from '../core/plan/permissions.ts';

/** The place of a run. All members are optional: by default it is that of `gantry` in the current directory. */
export type OpenWorkspace = {
  /** `-w`: the name of a workspace, or the path of its file. Default: `GANTRY_WORKSPACE`, then the workspace of the stack. */
  readonly workspace?: string;
  /** `-C`: the directory where the search for stack.yaml starts. Default: the current directory. */
  readonly directory?: string;
  /** `--backend`: the storage of releases and locks, in one line. Default: that of the project. */
  readonly backend?: string;
  /** The environment variables. Default: those of the process. */
  readonly env?: Environment;
  /** Stops every run of the workspace when it is aborted. A stopped run records what it wrote, and rejects with `cancelled`. */
  readonly signal?: AbortSignal;
};

/** The stack of a run, and what stops it. */
export type OneStack = {
  /** `-s`: the name of a stack, or PROJECT/STACK. Default: the stack in the directory. */
  readonly stack?: string;
  /** Stops this run when it is aborted. */
  readonly signal?: AbortSignal;
};

/** The options of a plan. The lists contain ids, kinds, labels or globs, as the flags of the same names. */
export type PlanOptions = OneStack & {
  /** Objects in place of files: `stack` must be PROJECT/STACK then. A member that is undefined is left out. */
  readonly resources?: readonly object[];
  /** The namespace of `resources` that have none. */
  readonly namespace?: string;
  /** `--target` */
  readonly targets?: readonly string[];
  /** `--exclude` */
  readonly excludes?: readonly string[];
  /** `--image NAME=REF` */
  readonly images?: readonly string[];
  /** `--ignore PATH` */
  readonly ignore?: readonly string[];
  /** `--regenerate NAME|ID` */
  readonly regenerate?: readonly string[];
  /** `--allow-empty` */
  readonly allowEmpty?: boolean;
  /** `--adopt`, `--allow-replace`, `--allow-delete` and the other permissions: resource ids, or `all`. Default: none. */
  readonly permissions?: Partial<Permissions>;
};

/** The options of an apply or a destroy. */
export type ApplyOptions = PlanOptions & {
  /** Waits until the objects are ready (or gone). Default: true. */
  readonly wait?: boolean;
  /** `--timeout`, in seconds. */
  readonly timeoutSeconds?: number;
  /** `--parallelism`: the number of simultaneous writes. */
  readonly parallelism?: number;
  /** `--lock-timeout`, in seconds. Default: 60. */
  readonly lockTimeoutSeconds?: number;
  /** `--rollback-on-failure` */
  readonly rollbackOnFailure?: boolean;
  /** `--approval`: the file of a signed approval. Without it, a change of a protected workspace is refused: a program cannot type its name. */
  readonly approval?: string;
  /** `--sign`: the SSH key that signs the release, or `sigstore`. Default: that of `GANTRY_SIGN_KEY`. */
  readonly sign?: string;
};

/** The options of an apply. */
export type ApplyStackOptions = ApplyOptions & {
  /** A plan that `gantry preview --save` wrote, applied exactly or not at all. The options of a plan cannot be given with it. */
  readonly planFile?: string;
};
