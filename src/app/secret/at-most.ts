/** Limits the number of concurrent calls; the others wait in order. */
export function atMost(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= count) await new Promise<void>((turn) => waiting.push(turn));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next waiting call takes over this slot.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
