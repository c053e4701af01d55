import type {Failure} from '../../core/failure/failure.ts';
import type {CheckedWorkspace} from '../workspace/workspace-check.ts';

/** One thing of this machine that was looked at. */
export type MachineCheck = {
  readonly kind: 'node' | 'program' | 'home' | 'backend' | 'workspace';
  /** Of a program. */
  readonly name?: string;
  /** For people: a version, a path, a number. */
  readonly found?: string;
} & (
  | {readonly outcome: 'passed'}
  /** Nothing is there, and some work needs it. */
  | {readonly outcome: 'missing'; readonly message: string}
  | {readonly outcome: 'warning'; readonly message: string}
  | {readonly outcome: 'failed'; readonly failure: Failure}
);

export type ExaminedMachine = {
  readonly formatVersion: 1;
  readonly checks: readonly MachineCheck[];
  /** The current workspace, as `workspace check` looks at it; absent where none is chosen or it cannot be found. */
  readonly workspace?: CheckedWorkspace;
};
