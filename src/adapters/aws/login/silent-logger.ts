const silent = (): void => {};

/** A logger that discards the messages of the SDK, because stdout carries data and a message may quote a secret. */
export const silentLogger = {debug: silent, info: silent, warn: silent, error: silent} as const;
