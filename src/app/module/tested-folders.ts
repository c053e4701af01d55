import {existsSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {moduleNames, modulesDirectory} from '../../config/module-names.ts';
import {shownPath} from '../../config/read-text.ts';
import {wrongInput} from '../../config/stack-search.ts';
import {ENTRY_NAMES} from '../../core/module/entry-names.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {looksLikeFolder} from './find-module.ts';

/** Any project may have an `index.ts`, so only these names make the directory of the command a module. */
const OWN_NAMES = ['module.ts', 'module.js'];

const hasOne = (folder: string, names: readonly string[]): boolean =>
  names.some((name) => existsSync(join(folder, name)));

/**
 * Returns the folders of the modules to test: the named one, else the directory itself if it is a module, else all in `modules/` of the project.
 * @param module the name of a folder in `modules/`, or a path with a slash
 * @throws GantryError `input/invalid` if none is found
 */
export function testedFolders(directory: string, module: string | undefined): readonly string[] {
  if (module !== undefined && looksLikeFolder(module)) return [resolve(directory, module)];
  const folder = modulesDirectory(directory);
  const names = moduleNames(directory);
  if (module !== undefined) {
    if (names.includes(module)) return [join(folder, module)];
    const nearest = didYouMean(module, names);
    throw wrongInput(
      'module/not-found',
      `module \`${module}\` not found in ${shownPath(folder)}`,
      nearest === undefined
        ? 'Name a module there, or the path of its folder with a slash.'
        : `Did you mean \`${nearest}\`?`,
    );
  }
  if (hasOne(directory, OWN_NAMES)) return [directory];
  const found = names.map((name) => join(folder, name)).filter((one) => hasOne(one, [...ENTRY_NAMES, 'package.json']));
  if (found.length > 0) return found;
  throw wrongInput(
    'module/none',
    `module not found in ${shownPath(folder)}`,
    'Create one with "gantry module init NAME", or name the folder of a module.',
  );
}
