import type {StackLocation} from '../../config/stack-location.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {StackName} from '../../core/stacks/stack-name.ts';
import type {StackRequest} from '../plan/release-requests.ts';

/** Which stacks a run is about. */
export type StackSelection = {
  /** `-C`, absolute: where the search begins. */
  readonly directory: string;
  /** `-s`, as often as given. Empty: all at and below the directory. */
  readonly stacks: readonly string[];
  /** `--changed-since`: of those only what differs from the point where HEAD left this revision. */
  readonly changedSince?: string | undefined;
  readonly workspace?: string;
  /** The order: for a destroy, what depends on another comes before it. */
  readonly operation: 'apply' | 'destroy';
  /** What `-s` names may be known to the backend alone. */
  readonly withoutFiles?: boolean;
  /** The command is about releases: what `-s` names needs no files, and all are those that the workspace has a release of. */
  readonly released?: boolean;
};

/** One of the stacks of a run. */
export type SelectedStack = StackName & {
  /** `PROJECT/STACK`. */
  readonly name: string;
  /** By this each use case finds it. */
  readonly request: StackRequest;
  /** Absent where its files cannot be read: its own run says why. */
  readonly location?: StackLocation;
  /** The stacks of this run that come before it, and without which it does not run. */
  readonly after: readonly string[];
};

/** Stacks that flags and directories selected. */
export type SelectedStacks = {
  /** In their order. */
  readonly stacks: readonly SelectedStack[];
  /** What was looked through. */
  readonly among: number;
  /** Remarks on the selection itself: stacks that are gone. */
  readonly diagnostics: readonly Diagnostic[];
};
