import type {Lock} from './published-lock.ts';

/**
 * Returns a lock without the fetched packages that have no hash. npm takes an entry of the lock as it is and never asks for what it
 * lacks; a package that has no entry it looks up, where the registry serves it.
 */
export function withoutUnhashed({packages, ...lock}: Lock): Lock {
  const kept = Object.entries(packages).filter(
    ([path, {integrity, link}]) => !path.includes('node_modules/') || integrity !== undefined || link === true,
  );
  return {...lock, packages: Object.fromEntries(kept)};
}
