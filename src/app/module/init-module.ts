import {realpath} from 'node:fs/promises';
import {dirname, join, relative, sep} from 'node:path';
import {moduleFiles} from '../../config/init/sample-module.ts';
import {writeNewFiles} from '../../config/init/write-new-files.ts';
import {modulesDirectory} from '../../config/module-names.ts';
import {readText, shownPath} from '../../config/read-text.ts';
import {wrongInput} from '../../config/stack-search.ts';
import {writeWhole} from '../../config/write-whole.ts';
import {editYaml} from '../../config/yaml/edit-yaml.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';
import {MODULES} from '../../registry/modules.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import {surroundings} from '../workspace/surroundings.ts';

/** Request of `gantry module init NAME`. `add`: adds the module to the file of the chosen workspace. */
export type InitModule = StackRequest & {readonly name: string; readonly add: boolean};

/** The answer of `gantry module init`. */
export type ModuleCreated = {
  readonly formatVersion: 1;
  readonly name: string;
  /** The absolute path of its folder. */
  readonly folder: string;
  readonly created: readonly string[];
  /** The workspace file to which the module was added. */
  readonly workspaceFile?: string;
};

/** The pattern is also that of accessories, because the key of an accessory is usually the name of its module. */
const NAME = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Creates a module that works, with its test. Overwrites no file.
 * @throws GantryError `input/usage` for a name that cannot be used, `input/invalid` if a file exists or the workspace is not a file
 */
export async function initModule({name, add, ...request}: InitModule, deps: Deps): Promise<ModuleCreated> {
  if (!NAME.test(name))
    throw new GantryError({
      code: 'input/usage',
      message: `${JSON.stringify(name)} is not a valid name of a module.`,
      hint: 'Use at most 63 lowercase letters, digits and "-", with a letter at the beginning.',
    });
  if (Object.hasOwn(MODULES, name))
    throw new GantryError({
      code: 'input/usage',
      message: `The module ${name} is built in.`,
      hint: `Use another name. "gantry module show ${name}" describes the built-in module.`,
    });
  const folder = join(modulesDirectory(request.directory ?? deps.cwd), name);
  const edit = add ? await workspaceEdit({...request, name, folder}, deps) : undefined;
  const created = writeNewFiles(folder, moduleFiles(name), 'Use another name, or remove the files.');
  if (edit !== undefined) await writeWhole(edit.file, edit.text);
  return {formatVersion: 1, name, folder, created: created.map(shownPath), ...defined({workspaceFile: edit?.file})};
}

type Edit = {readonly file: string; readonly text: string};

/** Returns the text of the workspace file with the module, and its comments. */
async function workspaceEdit(
  {name, folder, ...request}: StackRequest & {readonly name: string; readonly folder: string},
  deps: Deps,
): Promise<Edit> {
  const {location, workspacesDir} = await surroundings(request, deps);
  const {file, place, workspace, name: chosen} = await chooseWorkspace({request, location, workspacesDir}, deps);
  if (place !== 'file')
    throw wrongInput(
      'module/no-file',
      `the workspace ${chosen} is not a file of the project`,
      `Add \`modules: {${name}: {path: …}}\` to it with "gantry workspace update", or leave out --add.`,
    );
  if (workspace.modules?.[name]?.path)
    throw wrongInput('module/exists', `the workspace ${chosen} already has a module ${name}`, 'Use another name.');
  const real = await realpath(file);
  const path = relative(dirname(real), folder).split(sep).join('/');
  const {text = ''} = readText(file);
  const value = path.startsWith('.') ? path : `./${path}`;
  return {file: real, text: editYaml(text, [{path: ['modules', name, 'path'], value}])};
}
