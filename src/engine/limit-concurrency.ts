/** At most `limit` tasks at once; the others wait in the order in which they came. */
export function limitConcurrency(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < limit) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // The place is handed over: who comes in between cannot take it.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
