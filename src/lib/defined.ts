/** An object whose members that may be `undefined` are optional and never `undefined`. */
export type Defined<T> = string extends keyof T
  ? {readonly [name: string]: Exclude<T[keyof T], undefined>}
  : {readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K]} & {
      readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
    };

/**
 * Returns the members that are not `undefined`, in their order. Use it where a member must be absent rather than `undefined`: in data whose keys
 * are stored, compared or counted, and in options of libraries. Elsewhere an optional member may be `undefined`.
 * @param members a new object, which is returned itself if no member is `undefined`
 */
export function defined<const T extends object>(members: T): Defined<T> {
  // Most often nothing is undefined, and this runs many times for each object of a stack.
  if (!Object.values(members).includes(undefined)) return members as Defined<T>;
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}
