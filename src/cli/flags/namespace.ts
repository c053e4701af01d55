import {usageError} from '../usage.ts';

/** Checks the name of a namespace. @throws GantryError `input/usage` for an invalid name. */
export function checkNamespace(name: string): void {
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name))
    throw usageError(`-n ${name}: not a valid name of a namespace.`, 'For example: -n shop');
}
