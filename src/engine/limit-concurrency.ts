/** At most `limit` tasks at once; the others wait in the order in which they came. A task may give its place up before it ends. */
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
      // The place is handed over: who comes in between cannot take it.
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
