import {isAbsolute, relative, resolve} from 'node:path';

/** What paths in reports are relative to. */
export type Places = {
  /** The root of the checkout: those who read reports find files from there. */
  readonly root: string;
  readonly cwd: string;
};

/** With slashes, from the root of the checkout; undefined for what lies outside of it, or is no file. */
export function fileInCheckout(file: string, {root, cwd}: Places): string | undefined {
  // A flag has a position, too.
  if (file.startsWith('--')) return undefined;
  const near = relative(root, resolve(cwd, file));
  return near === '' || /^\.\.(?:[/\\]|$)/.test(near) || isAbsolute(near) ? undefined : near.replaceAll('\\', '/');
}
