import {isAbsolute, relative, resolve} from 'node:path';

/** The directories that paths in reports are relative to. */
export type Places = {
  /** The root of the checkout: those who read reports find files from there. */
  readonly root: string;
  readonly cwd: string;
};

/** Returns the path from the root of the checkout, with slashes; undefined for a flag, or a file outside of the checkout. */
export function fileInCheckout(file: string, {root, cwd}: Places): string | undefined {
  // The position of a flag has the flag in place of a file.
  if (file.startsWith('--')) return undefined;
  const near = relative(root, resolve(cwd, file));
  return near === '' || /^\.\.(?:[/\\]|$)/.test(near) || isAbsolute(near) ? undefined : near.replaceAll('\\', '/');
}
