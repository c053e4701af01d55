/** Returns a listener that calls two listeners. */
export const toBoth =
  <T>(first: (value: T) => void, second: (value: T) => void) =>
  (value: T): void => {
    first(value);
    second(value);
  };
