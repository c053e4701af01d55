/** The property as an object to spread: absent stays absent under exactOptionalPropertyTypes. */
export const pick = <T extends object, K extends keyof T>(from: T, key: K): Partial<Record<K, NonNullable<T[K]>>> =>
  from[key] === undefined || from[key] === null ? {} : ({[key]: from[key]} as Record<K, NonNullable<T[K]>>);
