import type {Command} from 'commander';
import type {OpenSession} from './session.ts';

/** Gives a command its arguments, flags and action. */
export type Define = (command: Command, open: OpenSession) => unknown;

/** A command in the list of all commands. The list is available without loading the commands. */
export type CatalogEntry = {
  /** `['preview']`, or `['release', 'list']`. */
  readonly path: readonly [string] | readonly [group: string, verb: string];
  readonly summary: string;
  /** Set for a command that takes several stacks: `-s A -s B`, `--all`, `--changed-since`. */
  readonly several?: true;
  /** Set for a command that takes several workspaces: their number, or any. */
  readonly workspaces?: 2 | 'any';
  /** Loads the command's own module: only the command that is run is ever loaded. */
  readonly load: () => Promise<Define>;
};
