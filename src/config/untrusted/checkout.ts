import {AsyncLocalStorage} from 'node:async_hooks';

/** A checkout that a stranger may have changed, and the commit that says what it may do. */
export type UntrustedCheckout = {
  /** The whole hash. */
  readonly commit: string;
  /** As people call it: `main`. */
  readonly ref: string;
  /** Of the repository that the change is sent to. */
  readonly branch?: string | undefined;
  /** Whether a path, as it is written, lies in the checkout or in what was read of the base commit. */
  readonly holds: (path: string) => boolean;
  /** Whether the file that a path leads to may be read: one of the checkout or of the base commit; of `$GANTRY_HOME` where the path says so. */
  readonly mayRead: (path: string) => boolean;
  /** Where the base commit's version of a file of the checkout lies; outside of the checkout the path itself. */
  readonly inBase: (path: string) => string;
  /** The same of a directory, with all that the base commit has in it. */
  readonly directoryInBase: (path: string) => string;
};

/**
 * Each run has its own. It is not passed from function to function: every file that is read asks for it, and one that forgot to would be
 * the hole in it.
 */
const runs = new AsyncLocalStorage<{checkout?: UntrustedCheckout}>();

/** Does the work of one run. */
export const inOwnRun = <T>(work: () => Promise<T>): Promise<T> => runs.run({}, work);

/** From now on the files of this run are believed no further than the base commit. */
export function distrust(checkout: UntrustedCheckout): void {
  const run = runs.getStore();
  if (run === undefined) throw new Error('a checkout is distrusted outside of a run');
  run.checkout = checkout;
}

/** Undefined: the checkout is the user's own. */
export const untrustedCheckout = (): UntrustedCheckout | undefined => runs.getStore()?.checkout;

/** Where a file that says what the run may do is read from: in an untrusted checkout, from the base commit. */
export const trustedPath = (path: string): string => untrustedCheckout()?.inBase(path) ?? path;

/** The same for a directory of such files. */
export const trustedDirectory = (path: string): string => untrustedCheckout()?.directoryInBase(path) ?? path;
