const silent = (): void => {};

/** What the SDK says goes to no one: stdout is data, and a secret may be quoted. */
export const silentLogger = {debug: silent, info: silent, warn: silent, error: silent} as const;
