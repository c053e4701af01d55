import {relative, resolve} from 'node:path';
import {isObject} from '../../../core/json.ts';
import {partOf} from '../../../core/variation/located.ts';
import type {FolderModule, ModuleFolderProblem, OpenModule} from '../../../ports/modules.ts';
import {NOT_SUPPORTED} from '../../issues/not-supported-text.ts';
import {type ModulePlace, modulePlace} from '../../module-place.ts';
import {untrustedCheckout} from '../../untrusted/checkout.ts';
import type {LockedModule} from '../fetched/locked-module-model.ts';
import type {SourceEntry} from '../source.ts';
import type {FetchTools} from './fetch-module.ts';
import {openFetched} from './open-fetched.ts';

/** The modules that a workspace adds to the built-in ones. */
export type WorkspaceModules = {
  /** The modules with `path`, `npm` or `git`. */
  readonly names: ReadonlySet<string>;
  /** Opens a module once. Its code does not run before the first use. */
  readonly open: (name: string) => Promise<FolderModule | ModuleFolderProblem>;
  /** The entries of the lock file of the modules that were opened, by name. */
  readonly used: ReadonlyMap<string, LockedModule>;
};

/** The functions that open and fetch modules. If a function is absent, the caller does not do this. */
export type ModuleTools = {readonly open?: OpenModule | undefined; readonly tools?: FetchTools | undefined};

/** Returns the modules of the workspace of an entry. */
export function workspaceModules(
  {workspace, place}: Pick<SourceEntry, 'workspace' | 'place'>,
  {open, tools}: ModuleTools,
): WorkspaceModules {
  const paths = new Map<string, string | ModulePlace>();
  const all = workspace?.modules?.value ?? null;
  for (const name of isObject(all) ? Object.keys(all) : []) {
    const entry = workspace?.modules && partOf(workspace.modules, name);
    const path = modulePlace(entry?.value) ?? (entry && partOf(entry, 'path')?.value);
    if (typeof path === 'string' || isPlace(path)) paths.set(name, path);
  }
  const used = new Map<string, LockedModule>();
  const opened = new Map<string, Promise<FolderModule | ModuleFolderProblem>>();
  return {
    names: new Set(paths.keys()),
    used,
    open: (name) => {
      const path = paths.get(name) ?? '';
      const known = opened.get(name) ?? (typeof path === 'string' ? openIt(name, path) : openPlace(name, path));
      opened.set(name, known);
      return known;
    },
  };

  async function openPlace(name: string, from: ModulePlace): Promise<FolderModule | ModuleFolderProblem> {
    if (open === undefined || tools === undefined) return {problem: `module ${name}: this command runs no modules`};
    return openFetched(name, from, {entry: {workspace, place}, open, tools, onUse: (one) => used.set(name, one)});
  }

  async function openIt(name: string, path: string): Promise<FolderModule | ModuleFolderProblem> {
    if (/^[a-z][a-z0-9+.-]+:/i.test(path))
      return {
        problem: `module ${name}: modules at an address (\`${path}\`) are ${NOT_SUPPORTED}`,
        hint: 'Write `npm: PACKAGE` with `version`, or `git: {url: URL, ref: TAG}`.',
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

const isPlace = (value: unknown): value is ModulePlace => typeof value === 'object' && value !== null;
