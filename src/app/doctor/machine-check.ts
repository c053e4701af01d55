import type {Failure} from '../../core/failure/failure.ts';
import type {CheckedWorkspace} from '../workspace/workspace-check.ts';

/** The result of one check of this machine. */
export type MachineCheck = {
  readonly kind: 'node' | 'program' | 'home' | 'backend' | 'workspace';
  /** The name of a program; absent for other checks. */
  readonly name?: string;
  /** For people: a version, a path, a number. */
  readonly found?: string;
} & (
  | {readonly outcome: 'passed'}
  /** Not found; `message` names what needs it. */
  | {readonly outcome: 'missing'; readonly message: string}
  | {readonly outcome: 'warning'; readonly message: string}
  | {readonly outcome: 'failed'; readonly failure: Failure}
);

/** The answer of `gantry doctor`. */
export type ExaminedMachine = {
  readonly formatVersion: 1;
  readonly checks: readonly MachineCheck[];
  /** The current workspace, checked as `workspace check` does; absent if none is selected or it is not found. */
  readonly workspace?: CheckedWorkspace;
};
