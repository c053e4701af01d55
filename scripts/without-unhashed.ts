/** An entry of package-lock.json, as far as the scripts read it. */
export type LockedPackage = {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly [field: string]: unknown;
};

/** package-lock.json, with its packages by path. */
export type Lock = {readonly packages: Readonly<Record<string, LockedPackage>>; readonly [field: string]: unknown};

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
