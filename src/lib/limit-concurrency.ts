/**
 * Returns a function that runs at most `limit` tasks at once. The others wait in the order in which they were given. A task may
 * free its slot before it ends.
 */
export function limitConcurrency(limit: number): <T>(task: (freeSlot: () => void) => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < limit) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let isFree = false;
    const freeSlot = (): void => {
      if (isFree) return;
      isFree = true;
      // The slot passes directly to the next waiting task, so that a new task cannot take it in between.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    };
    try {
      return await task(freeSlot);
    } finally {
      freeSlot();
    }
  };
}

/** Maps the items with at most `limit` calls at once. The results are in the order of the items. */
export function mapLimited<T, R>(items: readonly T[], limit: number, map: (item: T) => Promise<R>): Promise<R[]> {
  const inTurn = limitConcurrency(limit);
  return Promise.all(items.map((item) => inTurn(() => map(item))));
}

/** Maps like `mapLimited`, but throws an error only after all calls have ended, so that no call uses a resource that the caller has closed. */
export async function mapAll<T, R>(items: readonly T[], limit: number, map: (item: T) => Promise<R>): Promise<R[]> {
  const settled = await mapLimited(items, limit, async (item) => (await Promise.allSettled([map(item)]))[0]);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
