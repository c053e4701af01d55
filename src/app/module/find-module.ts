import {existsSync, statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {MODULES_DIRECTORY} from '../../config/module-names.ts';
import {shownPath} from '../../config/read-text.ts';
import {wrongInput} from '../../config/stack-search.ts';
import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {describeModule, type ModuleDescription} from '../../core/module/describe-module.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {FolderModule, ModuleFolderProblem} from '../../ports/modules.ts';
import {MODULES} from '../../registry/modules.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {type ModulesAround, modulesAround} from './modules-around.ts';

/** The place of a module: Gantry itself, a workspace that names it, or a folder. */
export type ModulePlace =
  | {readonly from: 'built-in'}
  | {readonly from: 'workspace'; readonly workspace: string; readonly path: string}
  | {readonly from: 'folder'; readonly folder: string};

/** A module and its description. */
export type FoundModule = {
  readonly place: ModulePlace;
  readonly description: ModuleDescription;
  /** `sha512-…` of its files. Absent: it is built in. */
  readonly integrity?: string;
};

/** A module by its name, or by the path of its folder. */
export type NamedModule = StackRequest & {readonly module: string};

/**
 * Finds a module and describes it: a built-in one, one of the workspace, or one in `modules/` of the project; a text with a slash is the path of a folder.
 * @throws GantryError `input/invalid` if it is not found or cannot be used
 */
export async function findModule({module, ...request}: NamedModule, deps: Deps): Promise<FoundModule> {
  if (looksLikeFolder(module)) return inFolder(resolve(request.directory ?? deps.cwd, module), deps);
  const builtIn = Object.hasOwn(MODULES, module) ? MODULES[module] : undefined;
  if (builtIn !== undefined) return {place: {from: 'built-in'}, description: describeModule(builtIn)};
  const around = await modulesAround(request, deps);
  const path = around.paths.get(module);
  const folder = folderOf(module, around);
  if (path === undefined) {
    if (folder === undefined) throw moduleNotFound(module, around);
    return inFolder(folder, deps);
  }
  const opened = await described(await around.open(module), {name: module});
  return {place: {from: 'workspace', workspace: around.workspace ?? '', path}, ...opened};
}

/** Reports whether an argument is the path of a folder, and not the name of a module. */
export const looksLikeFolder = (text: string): boolean => /[/\\]/.test(text) || text === '.' || text === '..';

/** Returns the folder of a module in the project; undefined if there is none. */
export function folderOf(name: string, {projectDir}: Pick<ModulesAround, 'projectDir'>): string | undefined {
  const folder = join(projectDir, MODULES_DIRECTORY, name);
  return existsSync(folder) && statSync(folder).isDirectory() ? folder : undefined;
}

/** Describes the module in a folder. @throws GantryError `input/invalid`, `untrusted/refused` */
export async function inFolder(folder: string, deps: Pick<Deps, 'modules'>): Promise<FoundModule> {
  if (untrustedCheckout() !== undefined)
    throw new GantryError({
      code: 'untrusted/refused',
      problem: 'untrusted mode runs no module of the checkout',
      hint: 'Run the command in a job that trusts the checkout.',
    });
  return {place: {from: 'folder', folder}, ...(await described(await deps.modules('', folder), {folder}))};
}

/** Describes a module. @param by its folder, or the name that the workspace has for it, which is the same as its own */
export async function described(
  opened: FolderModule | ModuleFolderProblem,
  by: {readonly name: string} | {readonly folder: string},
): Promise<Pick<FoundModule, 'description'> & {readonly integrity: string}> {
  if ('problem' in opened) throw wrongInput('module/unusable', opened.problem, opened.hint);
  const description = await opened.describe();
  const label = 'name' in by ? `module ${by.name}` : `the module in ${shownPath(by.folder)}`;
  if ('faults' in description) throw wrongInput('module/unusable', `${label}: ${description.faults.join('; ')}`);
  if ('name' in by && description.name !== by.name)
    throw wrongInput(
      'module/unusable',
      `${label}: its folder contains the module ${description.name}, but the workspace names it ${by.name}`,
      'Use the same name in both.',
    );
  return {description, integrity: opened.integrity};
}

/** Returns the error for a name that no module has. */
export function moduleNotFound(name: string, {paths, workspace}: ModulesAround): GantryError {
  const known = [...Object.keys(MODULES), ...paths.keys()];
  const nearest = didYouMean(name, known);
  const where = workspace === undefined ? 'no workspace is chosen' : `the workspace ${workspace} does not add it`;
  return wrongInput(
    'module/not-found',
    `module \`${name}\` not found: it is not built in, ${where}, and the project has no folder ${MODULES_DIRECTORY}/${name}`,
    nearest === undefined ? 'List the modules with "gantry module list -w NAME".' : `Did you mean \`${nearest}\`?`,
  );
}
