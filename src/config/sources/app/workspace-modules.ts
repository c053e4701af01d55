import {relative, resolve} from 'node:path';
import {isObject} from '../../../core/json.ts';
import {partOf} from '../../../core/variation/located.ts';
import type {FolderModule, ModuleFolderProblem, OpenModule} from '../../../ports/modules.ts';
import {NOT_SUPPORTED} from '../../issues/not-supported-text.ts';
import {untrustedCheckout} from '../../untrusted/checkout.ts';
import type {SourceEntry} from '../source.ts';

/** The modules that a workspace adds to the built-in ones. */
export type WorkspaceModules = {
  /** The modules with a `path`. */
  readonly names: ReadonlySet<string>;
  /** Opens a module once. Its code does not run before the first use. */
  readonly open: (name: string) => Promise<FolderModule | ModuleFolderProblem>;
};

/** Returns the modules of the workspace of an entry. @param open absent: the caller runs no modules */
export function workspaceModules(
  {workspace, place}: Pick<SourceEntry, 'workspace' | 'place'>,
  open: OpenModule | undefined,
): WorkspaceModules {
  const paths = new Map<string, string>();
  const all = workspace?.modules?.value ?? null;
  for (const name of isObject(all) ? Object.keys(all) : []) {
    const entry = workspace?.modules && partOf(workspace.modules, name);
    const path = entry && partOf(entry, 'path')?.value;
    if (typeof path === 'string') paths.set(name, path);
  }
  const opened = new Map<string, Promise<FolderModule | ModuleFolderProblem>>();
  return {
    names: new Set(paths.keys()),
    open: (name) => {
      const path = paths.get(name) ?? '';
      const known = opened.get(name) ?? openIt(name, path);
      opened.set(name, known);
      return known;
    },
  };

  async function openIt(name: string, path: string): Promise<FolderModule | ModuleFolderProblem> {
    if (/^[a-z][a-z0-9+.-]+:/i.test(path))
      return {
        problem: `module ${name}: fetched modules and packages (\`${path}\`) are ${NOT_SUPPORTED}`,
        hint: 'Copy the module into a folder of the project, and write its path: `path: ./modules/NAME`.',
      };
    const folder = resolve(workspace?.directory ?? place.projectDir, path);
    const within = relative(place.projectDir, folder);
    if (within === '' || within.startsWith('..') || resolve(place.projectDir, within) !== folder)
      return {
        problem: `module ${name}: modules outside of the project directory (\`${path}\`) are ${NOT_SUPPORTED}`,
        hint: 'Copy the module into a folder of the project.',
      };
    if (untrustedCheckout() !== undefined)
      return {problem: `module ${name}: untrusted mode runs no module of the checkout`};
    return open === undefined ? {problem: `module ${name}: this command runs no modules`} : await open(name, folder);
  }
}
