import {createHash} from 'node:crypto';
import {readdir, readFile, stat} from 'node:fs/promises';
import {join, relative, sep} from 'node:path';
import {ENTRY_NAMES} from '../../core/module/entry-names.ts';
import type {ModuleFolderProblem} from '../../ports/modules.ts';

/** The files of a module. */
export type ModuleFolder = {readonly folder: string; readonly entry: string; readonly integrity: string};

const MOST_FILES = 2_000;
const MOST_BYTES = 20 * 1024 * 1024;

const GUIDE = 'docs/guides/modules.md shows one.';

/** Reads the folder of a module: finds the file that exports it, and digests all files. A folder with links is refused. */
export async function readFolder(folder: string): Promise<ModuleFolder | ModuleFolderProblem> {
  const names = await filesOf(folder);
  if (!Array.isArray(names)) return names as ModuleFolderProblem;
  const files = names as readonly string[];
  const entry = await entryOf(folder, files);
  if (entry === undefined) return {problem: `module not found in ${folder}`, hint: `Add ${ENTRY_NAMES[0]}. ${GUIDE}`};
  const hash = createHash('sha512');
  let bytes = 0;
  for (const name of files) {
    const content = await readFile(join(folder, name));
    bytes += content.length;
    if (bytes > MOST_BYTES) return {problem: `the files in ${folder} have more than ${MOST_BYTES / 1024 / 1024} MiB`};
    hash.update(`${name.split(sep).join('/')}\0${content.length}\0`).update(content);
  }
  return {folder, entry: join(folder, entry), integrity: `sha512-${hash.digest('base64')}`};
}

async function filesOf(folder: string): Promise<readonly string[] | ModuleFolderProblem> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    return {
      problem: `the folder ${folder} was not found`,
      hint: `Correct \`path\` of the module in the workspace, or create the folder with ${ENTRY_NAMES[0]}. ${GUIDE}`,
    };
  const entries = await readdir(folder, {recursive: true, withFileTypes: true});
  const link = entries.find((one) => one.isSymbolicLink());
  if (link !== undefined)
    return {
      problem: `${join(link.parentPath, link.name)} is a link, and links are not supported in the folder of a module`,
    };
  const names = entries.filter((one) => one.isFile()).map((one) => relative(folder, join(one.parentPath, one.name)));
  if (names.length > MOST_FILES) return {problem: `${folder} has ${names.length} files, more than ${MOST_FILES}`};
  return names.toSorted();
}

/** Returns the file that exports the module: `main` of package.json, or the first of the usual names. */
async function entryOf(folder: string, files: readonly string[]): Promise<string | undefined> {
  const main = files.includes('package.json')
    ? mainOf(await readFile(join(folder, 'package.json'), 'utf8'))
    : undefined;
  const named = main === undefined ? undefined : join(main);
  return named !== undefined && files.includes(named) ? named : ENTRY_NAMES.find((name) => files.includes(name));
}

function mainOf(text: string): string | undefined {
  try {
    const {main} = JSON.parse(text) as {readonly main?: unknown};
    return typeof main === 'string' ? main : undefined;
  } catch {
    return undefined;
  }
}
