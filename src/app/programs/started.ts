import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {ChosenFrom} from '../workspace/chosen-workspace.ts';

/** The facts to show before a program takes the terminal. */
export type Started = {
  /** The name of the workspace. */
  readonly name: string;
  readonly from: ChosenFrom;
  readonly server: string;
  readonly warnings: readonly Diagnostic[];
  /** The shell, if its prompt cannot be marked. */
  readonly unmarked?: string;
};
