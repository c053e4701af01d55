import {usageError} from '../usage.ts';

/** @throws GantryError `input/usage` for what no namespace can be called. */
export function checkNamespace(name: string): void {
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name))
    throw usageError(`-n ${name}: this cannot be the name of a namespace.`);
}
