import type {FoundProtection} from '../../core/protection/protection.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Clock} from '../../ports/clock.ts';
import type {WorkspacePlaces} from '../workspace/known-workspaces.ts';

/** The ways in which a run can get the permission for a change of a protected workspace. */
export type GuardOptions = {
  /** Asks the user on a terminal to type the name of the workspace. Absent: nobody can be asked. */
  readonly askName?: ((about: AskedName) => Promise<boolean>) | undefined;
  /** `--approval`: the file of a signed approval. */
  readonly approval?: string | undefined;
  /** `--outside-windows`: the reason for a change outside of the change windows, by a user who types the name. */
  readonly outsideWindows?: string | undefined;
  /** `--sign`: the key that signs the releases of the run. Default: that of `GANTRY_SIGN_KEY`. */
  readonly sign?: string | undefined;
  /** Interrupts the live view for the prompt of another program. */
  readonly pause?: (() => void) | undefined;
};

/** The question for the name of a protected workspace. */
export type AskedName = {readonly workspace: string; readonly outsideWindows?: string};

/** Everything that a guard needs of its run. */
export type GuardDeps = GuardOptions & {
  readonly cwd: string;
  readonly clock: Clock;
  /** The protections of the workspaces that the run has chosen so far, by name. */
  readonly chosen?: ReadonlyMap<string, readonly FoundProtection[]>;
  readonly places: (backend: Backend) => WorkspacePlaces;
};
