/** The entries that are set: under exactOptionalPropertyTypes an absent flag must be an absent property. */
export const given = <T extends object>(flags: T): {[K in keyof T]: Exclude<T[K], undefined>} =>
  Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
