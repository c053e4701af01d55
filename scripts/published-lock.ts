/** An entry of package-lock.json, as far as it matters for what is published. */
export type LockedPackage = {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
};

export type Lock = {readonly packages: Readonly<Record<string, LockedPackage>>; readonly [field: string]: unknown};

/**
 * Returns npm-shrinkwrap.json of the published package: the versions and hashes of package-lock.json, without what only a checkout
 * needs. npm installs exactly these for users.
 * @throws Error for a package without a hash, or with an install script
 */
export function publishedLock(lock: Lock): Lock {
  const {'': root, ...rest} = lock.packages;
  const {devDependencies: _, ...own} = root ?? {};
  // A link leads into the checkout: to the Node.js of its scripts.
  const kept = Object.entries(rest).filter(([, {dev, link}]) => dev !== true && link !== true);
  const unlocked = kept.filter(([, {integrity}]) => integrity === undefined).map(([path]) => path);
  if (unlocked.length > 0) throw new Error(`package-lock.json has no hash of ${unlocked.join(', ')}`);
  const scripted = kept.filter(([, {hasInstallScript}]) => hasInstallScript === true).map(([path]) => path);
  if (scripted.length > 0)
    throw new Error(`these packages run a script when they are installed: ${scripted.join(', ')}`);
  return {...lock, packages: {'': own, ...Object.fromEntries(kept)}};
}
