/** Returns a function that runs the work once. After a failure, the next call runs it again. */
export function onceSuccessful(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () =>
    (done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    }));
}
