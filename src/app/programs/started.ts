import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {ChosenFrom} from '../workspace/chosen-workspace.ts';

/** What is said before a program has the terminal. */
export type Started = {
  /** Of the workspace. */
  readonly name: string;
  readonly from: ChosenFrom;
  readonly server: string;
  readonly warnings: readonly Diagnostic[];
  /** Of a shell whose prompt cannot be marked. */
  readonly unmarked?: string;
};
