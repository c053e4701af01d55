import type {Command} from 'commander';
import type {OpenSession} from './session.ts';

/** Gives a command its arguments, flags and action. */
export type Define = (command: Command, open: OpenSession) => unknown;

/** A command in the list of all commands. The list is available without loading the commands. */
export type CatalogEntry = {
  /** `['preview']`, or `['release', 'list']`. */
  readonly path: readonly [string] | readonly [group: string, verb: string];
  readonly summary: string;
  /** Set for a command that takes several stacks (`-s A -s B`, `--all`, `--changed-since`) and several workspaces (`-w A -w B`, `-l`). */
  readonly several?: true;
  /** Set for any other command that takes more than one workspace: their number, or any. */
  readonly workspaces?: 2 | 'any';
  /** Loads the command's own module: only the command that is run is ever loaded. */
  readonly load: () => Promise<Define>;
};
