import {resolve} from 'node:path';
import {schemeOf} from '../../core/workspace/scheme-of.ts';

/**
 * The path of `--kubeconfig` as a workspace keeps it: absolute, for a workspace in the backend lies in no directory. What the shell left
 * for us to expand stays as it is, for it may mean another path for another user; and so does an address, from which it is fetched.
 */
export const givenPath = (path: string, base: string): string =>
  /^(?:[~$]|$)/.test(path) || schemeOf(path) !== undefined ? path : resolve(base, path);
