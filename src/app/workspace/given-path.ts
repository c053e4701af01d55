import {resolve} from 'node:path';
import {schemeOf} from '../../core/workspace/scheme-of.ts';

/**
 * Returns the path of `--kubeconfig` as a workspace stores it: absolute, because a workspace in the backend is not in a directory.
 * Variables and `~` that the shell left stay, because they may differ between users; an address stays, too.
 */
export const givenPath = (path: string, base: string): string =>
  /^(?:[~$]|$)/.test(path) || schemeOf(path) !== undefined ? path : resolve(base, path);
