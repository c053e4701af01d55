/** Throws at the end of an exhaustive switch. A new member of the union does not compile until it is handled. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
