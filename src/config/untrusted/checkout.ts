import {AsyncLocalStorage} from 'node:async_hooks';

/** A checkout that a stranger may have changed, and the base commit that defines what it may do. */
export type UntrustedCheckout = {
  /** The full hash of the base commit. */
  readonly commit: string;
  /** The short name of the base: `main`. */
  readonly ref: string;
  /** The branch of the repository that the change is sent to. */
  readonly branch?: string | undefined;
  /** Reports whether a path, without following links, is in the checkout or in the files of the base commit. */
  readonly holds: (path: string) => boolean;
  /** Reports whether a file may be read: a file of the checkout, of the base commit, or of `$GANTRY_HOME` if the path itself is in it. */
  readonly mayRead: (path: string) => boolean;
  /** Returns the path of the base commit's version of a file. Returns a path outside of the checkout as it is. */
  readonly inBase: (path: string) => string;
  /** Returns the path of the base commit's version of a directory, with all its files. */
  readonly directoryInBase: (path: string) => string;
};

/**
 * The checkout of each run. It is not passed as a parameter, because every function that reads a file needs it, and a function that did
 * not pass it on would disable the protection.
 */
const runs = new AsyncLocalStorage<{checkout?: UntrustedCheckout}>();

/** Runs `work` as a run of its own. */
export const inOwnRun = <T>(work: () => Promise<T>): Promise<T> => runs.run({}, work);

/** Switches the current run to untrusted mode: its trusted files are read from the base commit. */
export function distrust(checkout: UntrustedCheckout): void {
  const run = runs.getStore();
  if (run === undefined) throw new Error('distrust() was called outside of a run');
  run.checkout = checkout;
}

/** Returns the untrusted checkout of the current run; undefined if the checkout is the user's own. */
export const untrustedCheckout = (): UntrustedCheckout | undefined => runs.getStore()?.checkout;

/** Returns the path to read a file from that defines what the run may do. In an untrusted checkout, it is that of the base commit. */
export const trustedPath = (path: string): string => untrustedCheckout()?.inBase(path) ?? path;

/** Returns the path to read a directory of such files from. */
export const trustedDirectory = (path: string): string => untrustedCheckout()?.directoryInBase(path) ?? path;
