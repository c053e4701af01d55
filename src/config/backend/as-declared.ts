import type {DeclaredBackend} from '../../registry/backends.ts';

/** Returns a declaration that was checked, without members that are undefined: two that mean the same are equal. */
export const asDeclared = (values: object): DeclaredBackend =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as DeclaredBackend;
