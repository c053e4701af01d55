/** Returns a function that computes a value at its first call and caches it. */
export function once<T>(compute: () => T): () => T {
  let made: {readonly value: T} | undefined;
  return () => (made ??= {value: compute()}).value;
}
