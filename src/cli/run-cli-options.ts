import type {Deps} from '../app/deps.ts';
import type {Io} from '../ui/io.ts';
import type {CatalogEntry} from './catalog.ts';
import type {DepsOverrides} from './session.ts';

/** The inputs of a run of the command line. Tests pass their own streams and dependencies. */
export type RunCli = {
  /** The arguments, without node and script. */
  readonly argv: readonly string[];
  readonly io: Io;
  readonly version: string;
  readonly cwd: string;
  /** Aborted with the reason `'SIGINT'` or `'SIGTERM'` to stop the run. */
  readonly signal?: AbortSignal | undefined;
  readonly deps: (overrides: DepsOverrides) => Deps | Promise<Deps>;
  /** The current time. Default: the clock of this machine. */
  readonly now?: () => Date;
  /** The commands. Tests pass other commands, or the same with observed use cases. */
  readonly catalog?: readonly CatalogEntry[];
};
