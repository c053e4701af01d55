import type {Deps} from '../app/deps.ts';
import type {Io} from '../ui/io.ts';
import type {CatalogEntry} from './catalog.ts';
import type {DepsOverrides} from './session.ts';

/** What a run of the command line needs; tests start it with their own streams and dependencies. */
export type RunCli = {
  /** Without node and script. */
  readonly argv: readonly string[];
  readonly io: Io;
  readonly version: string;
  readonly cwd: string;
  /** Aborted with the reason `'SIGINT'` or `'SIGTERM'` when the run shall stop. */
  readonly signal?: AbortSignal | undefined;
  readonly deps: (overrides: DepsOverrides) => Deps | Promise<Deps>;
  /** Default: the clock of this machine. */
  readonly now?: () => Date;
  /** For tests: other commands, or the same with a use case that is watched. */
  readonly catalog?: readonly CatalogEntry[];
};
