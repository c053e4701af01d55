import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {IgnoreRule} from '../core/plan/ignore-rule.ts';
import type {Move} from '../core/plan/moved.ts';
import type {HealthRule} from '../core/readiness/health-rule.ts';
import type {Guards} from './guards.ts';
import type {StackFile} from './stack-file.ts';
import type {WrittenDependency} from './stacks/depends-on.ts';
import type {StackPatches} from './variation/patch-model.ts';

/** Where a stack's objects come from, as stack.yaml says it. */
export type StackSource = NonNullable<StackFile['sources']>[number];

/** One stack of one project, found on disk and checked. Directories and files are absolute. */
export type StackLocation = {
  readonly project: {
    readonly name: string;
    readonly dir: string;
    /** Absent: there is no project.yaml, and the stack is a project of its own. */
    readonly file?: string | undefined;
    readonly description?: string | undefined;
    readonly labels: Readonly<Record<string, string>>;
    readonly workspacesDir: string;
  };
  readonly stack: {
    readonly name: string;
    readonly dir: string;
    readonly file: string;
    readonly description?: string | undefined;
    readonly labels: Readonly<Record<string, string>>;
    readonly workspace?: string;
    readonly namespace?: string;
    /** Absent: every manifest below the stack directory. */
    readonly sources?: readonly StackSource[] | undefined;
    readonly patches?: StackPatches;
    /** Fields that its plans leave to others. */
    readonly ignore?: readonly IgnoreRule[] | undefined;
    /** What has another id than it had. */
    readonly moved?: readonly Move[];
    /** How much one of its plans may delete. */
    readonly guards?: NonNullable<Guards>;
    /** When its objects are ready. */
    readonly health?: readonly HealthRule[] | undefined;
    /** Other images, by the name that containers give. */
    readonly images?: Readonly<Record<string, string>>;
    /** Other stacks that come first. */
    readonly dependsOn?: readonly WrittenDependency[];
  };
  /** Warnings about project.yaml and stack.yaml; `loadResources` passes them on. */
  readonly diagnostics?: readonly Diagnostic[];
};
