import {realpathSync} from 'node:fs';
import {fileInCheckout} from '../ui/report/file-in-checkout.ts';

/**
 * Returns the root of the checkout without symbolic links, as the current directory of a process has none. The path in the environment
 * of a pipeline may contain links, and then no file would be found inside of the checkout.
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
