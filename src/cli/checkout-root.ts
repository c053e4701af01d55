import {realpathSync} from 'node:fs';
import {fileInCheckout} from '../ui/report/file-in-checkout.ts';

/**
 * The root of the checkout in the words of the current directory: a process knows its directory without symbolic links, and a
 * pipeline may name its own with them. Otherwise no file would lie in the checkout.
 */
export function checkoutRoot(root: string, cwd: string): string {
  if (isIn(cwd, root)) return root;
  const real = realOf(root);
  return isIn(cwd, real) ? real : root;
}

const isIn = (cwd: string, root: string): boolean => cwd === root || fileInCheckout(cwd, {root, cwd}) !== undefined;

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
