import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {IgnoreRule} from '../core/plan/ignore-rule.ts';
import type {Move} from '../core/plan/moved.ts';
import type {HealthRule} from '../core/readiness/health-rule.ts';
import type {Recipe} from './claims/recipe.ts';
import type {Guards} from './guards.ts';
import type {StackFile} from './stack-file.ts';
import type {WrittenDependency} from './stacks/depends-on.ts';
import type {StackImages} from './variation/image-model.ts';
import type {StackNamespace} from './variation/namespace-model.ts';
import type {StackPatches} from './variation/patch-model.ts';

/** An entry of `sources` in stack.yaml. */
export type StackSource = NonNullable<StackFile['sources']>[number];

/** A stack and its project, found on disk and checked. Paths are absolute. */
export type StackLocation = {
  readonly project: {
    readonly name: string;
    readonly dir: string;
    /** The path of project.yaml. Absent: there is none, and the stack is a project of its own. */
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
    /** The namespace as it is written: `readNamespace` returns the one in a workspace. */
    readonly namespace?: StackNamespace;
    /** `delete`: a destroy deletes the namespace if the stack created it and nothing else is left in it. */
    readonly createdNamespace?: 'keep' | 'delete' | undefined;
    /** Absent: every manifest below the stack directory. */
    readonly sources?: readonly StackSource[] | undefined;
    readonly patches?: StackPatches;
    /** Rules for fields that other managers own. */
    readonly ignore?: readonly IgnoreRule[] | undefined;
    /** Resources whose ids have changed. */
    readonly moved?: readonly Move[];
    /** The pods of all workloads restart when their configuration changes. */
    readonly restartOnChange?: boolean | undefined;
    /** The limits of deletions by one plan. */
    readonly guards?: NonNullable<Guards>;
    /** Rules that decide when its objects are ready. */
    readonly health?: readonly HealthRule[] | undefined;
    /** Replacements of images, for every workspace and by workspace. */
    readonly images?: StackImages;
    /** Stacks that are applied before this one. */
    readonly dependsOn?: readonly WrittenDependency[];
    /** The recipes of a shared stack for what applications claim. */
    readonly recipes?: readonly Recipe[];
  };
  /** Warnings about project.yaml and stack.yaml; `loadResources` passes them on. */
  readonly diagnostics?: readonly Diagnostic[];
};
