import type {StackLocation} from '../../config/stack-location.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {StackName} from '../../core/stacks/stack-name.ts';
import type {PreviewRequest, StackRequest} from '../plan/release-requests.ts';
import type {Behind} from './stacks-behind.ts';
import type {WantedWorkspaces} from './wanted-workspaces.ts';

/** The stacks of a run, as flags select them. */
export type StackSelection = {
  /** `-C`, absolute: the directory where the search starts. */
  readonly directory: string;
  /** `-s`, repeatable. Empty: all in and below the directory. */
  readonly stacks: readonly string[];
  /** `--changed-since`: only those that differ from the merge base of HEAD and this revision. */
  readonly changedSince?: string | undefined;
  /** `-w`, if one workspace is selected. */
  readonly workspace?: string;
  /** The workspaces of a run over several: each stack runs in each of them. */
  readonly workspaces?: WantedWorkspaces;
  /** Present to add the stacks that use values which a plan of the selected ones changes: the request of that plan. */
  readonly withDependants?: Omit<PreviewRequest, 'directory' | 'stack' | 'workspace'>;
  /** True to add the shared stacks that make what the selected stacks claim, also if only one is selected. */
  readonly withMakers?: boolean;
  /** The directories of these stacks, once they are known. */
  readonly dependants?: readonly string[];
  /** True for only the stack of the directory, in several workspaces. */
  readonly onlyHere?: boolean;
  /** The order: for a destroy, dependents come first. */
  readonly operation: 'apply' | 'destroy';
  /** True if `-s` may name stacks that only the backend knows. */
  readonly withoutFiles?: boolean;
  /** True for commands about releases: stacks need no files, and all stacks are those with a release in the workspace. */
  readonly released?: boolean;
  /** True if the workspace may be unknown: each stack then reports that it is. */
  readonly mayBeUnknown?: boolean;
  /** `--parallel-stacks`: the maximum number of stacks at once. */
  readonly parallel?: number | undefined;
};

/** One of the stacks of a run. */
export type SelectedStack = StackName & {
  /** `PROJECT/STACK`. In a run over several workspaces, several have this name: `stackKey` tells them apart. */
  readonly name: string;
  /** The name of its workspace, in a run over several workspaces. */
  readonly workspace?: string;
  /** The request with which each use case finds it. */
  readonly request: StackRequest;
  /** Absent if its files cannot be read; its own run reports why. */
  readonly location?: StackLocation;
  /** The keys of the stacks of this run that come before it, and that it depends on. */
  readonly after: readonly string[];
  /** The shared resource of another workspace that holds the kubeconfig, if shared stacks of that workspace are in this run. */
  readonly cluster?: ClusterOfRun;
  /** The stacks of this run that may write an object that this stack needs or also writes. This stack waits for them, and runs even if they fail. */
  readonly behind?: readonly Behind[];
};

/** The cluster of a stack, which stacks of the same run may make. */
export type ClusterOfRun = {
  /** The id of the shared resource. */
  readonly id: string;
  /** The value that is the kubeconfig. Absent for a cluster whose controller writes it. */
  readonly path?: string | undefined;
  /** The keys of the shared stacks that may have the resource. */
  readonly makers: readonly string[];
};

/** Stacks that flags and directories selected. */
export type SelectedStacks = {
  /** The stacks in their order. */
  readonly stacks: readonly SelectedStack[];
  /** The number of stacks that were considered. */
  readonly among: number;
  /** The workspaces of which every stack with a release is selected. Absent: the flags limit the stacks, or name one workspace. */
  readonly listed?: readonly string[];
  /** Remarks on the selection itself: deleted stacks. */
  readonly diagnostics: readonly Diagnostic[];
};
