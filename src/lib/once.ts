/** Computes a value when it is first asked for, and never again. */
export function once<T>(compute: () => T): () => T {
  let made: {readonly value: T} | undefined;
  return () => (made ??= {value: compute()}).value;
}
