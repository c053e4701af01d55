/** A queue of pieces of work that must not run at the same time. */
export type OneByOne = {
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves when the last piece has ended. */
  readonly ended: () => Promise<unknown>;
};

/** Runs one piece of work after another. */
export function oneByOne(): OneByOne {
  let last: Promise<unknown> = Promise.resolve();
  return {
    alone: (work) => {
      const next = last.then(work, work);
      last = next.catch(() => undefined);
      return next;
    },
    ended: () => last,
  };
}
