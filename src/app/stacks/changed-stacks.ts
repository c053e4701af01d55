import {existsSync, realpathSync} from 'node:fs';
import {basename, dirname, join, relative, sep} from 'node:path';
import {PROJECT_FILE, STACK_FILE} from '../../config/own-files.ts';
import {nameInText, nearestWith, projectNameIn} from '../../config/stack-search.ts';
import {type StackInputs, stackInputs} from '../../config/stacks/stack-inputs.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Repository} from '../../ports/repository.ts';
import type {Deps} from '../deps.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import type {FoundStack} from './found-stack.ts';

/** Stacks to compare with a git ref. */
export type ChangedRequest = {readonly directory: string; readonly stacks: readonly string[]; readonly ref: string};

/**
 * Returns the stacks with files that differ from the merge base of HEAD and a revision, and a warning for each stack that was deleted
 * since.
 * @throws GantryError `input/usage` if git cannot tell.
 */
export async function changedStacks(
  found: readonly FoundStack[],
  {directory, stacks, ref}: ChangedRequest,
  deps: Deps,
): Promise<{readonly changed: readonly FoundStack[]; readonly diagnostics: readonly Diagnostic[]}> {
  const repository = await deps.repository();
  const answer = await repository.changedSince(directory, ref);
  if ('problem' in answer)
    throw new GantryError({code: 'input/usage', message: `--changed-since ${ref}: ${answer.problem}`});
  const inputs = await Promise.all(found.map((one) => inputsOf(one, deps)));
  const changed = found.filter((_, i) => answer.files.some((file) => isInput(file, inputs[i])));
  const gone = stacks.length > 0 ? [] : answer.files.filter((file) => isGone(file, real(directory)));
  const names = await Promise.all(gone.map((file) => nameBefore(file, {repository, root: answer.root, ref})));
  const known = new Set(found.map(({name}) => name));
  return {
    changed,
    // A stack that moved to another directory still exists under its name.
    diagnostics: names.filter(({name}) => !known.has(name)).map((one) => goneStack(one, ref)),
  };
}

/** Returns the input files of a stack. If the stack cannot be read, every file in its directory counts. */
async function inputsOf({location, request}: FoundStack, deps: Deps): Promise<StackInputs | undefined> {
  if (location === undefined) return {own: real(request.directory ?? ''), without: [], directories: [], files: []};
  let workspaceFiles: readonly string[] | undefined;
  try {
    const chosen = await chooseWorkspace({request, location}, deps);
    // Its bases change it, too. Workspaces in the backend are in no repository.
    workspaceFiles = chosen.place === 'file' ? [chosen.file, ...(chosen.bases ?? [])] : [];
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
  }
  const {own, without, directories, files} = await stackInputs(location, deps, workspaceFiles);
  return {
    own: real(own),
    without: without.map(real),
    directories: directories.map(real),
    files: files.map(real),
  };
}

/** Resolves links, as git does. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(real(dirname(path)), basename(path));
  }
}

function isInput(file: string, inputs: StackInputs | undefined): boolean {
  if (inputs === undefined) return false;
  const {own, without, directories, files} = inputs;
  if (files.includes(file) || directories.some((directory) => isBelow(file, directory))) return true;
  return isBelow(file, own) && !without.some((directory) => isBelow(file, directory)) && !isAnotherStacks(file, own);
}

const isBelow = (file: string, directory: string): boolean => file.startsWith(directory + sep);

/** Reports whether a file belongs to another stack inside of a stack's directory. */
function isAnotherStacks(file: string, own: string): boolean {
  const nearest = nearestWith(STACK_FILE, nearestDirectory(dirname(file)));
  return nearest !== undefined && nearest !== own && isBelow(nearest, own);
}

/** Returns the nearest existing directory: the directory of a deleted file may be gone, too. */
const nearestDirectory = (directory: string): string =>
  existsSync(directory) || dirname(directory) === directory ? directory : nearestDirectory(dirname(directory));

const isGone = (file: string, directory: string): boolean =>
  basename(file) === STACK_FILE && !existsSync(file) && (isBelow(file, directory) || dirname(file) === directory);

type Before = {readonly repository: Repository; readonly root: string; readonly ref: string};
type Gone = {readonly name: string; readonly place: string};

async function nameBefore(file: string, {repository, root, ref}: Before): Promise<Gone> {
  const dir = dirname(file);
  const text = await repository.textBefore(file, root, ref);
  const stack = nameInText(text ?? '', file) ?? basename(dir);
  return {name: `${await projectBefore(dir, {repository, root, ref})}/${stack}`, place: relative(root, dir)};
}

/** Returns the name of the project at the ref: its file may have been deleted with the stack. */
async function projectBefore(dir: string, {repository, root, ref}: Before): Promise<string> {
  for (let at = dir; at === root || isBelow(at, root); at = dirname(at)) {
    if (existsSync(join(at, PROJECT_FILE))) return projectNameIn(at);
    const text = await repository.textBefore(join(at, PROJECT_FILE), root, ref);
    if (text !== undefined) return nameInText(text, PROJECT_FILE) ?? basename(at);
  }
  return basename(dir);
}

const goneStack = ({name, place}: Gone, ref: string): Diagnostic => ({
  severity: 'warning',
  code: 'stack/deleted',
  message: `the stack ${name} (${place}) was deleted since ${ref}: its objects still exist in its workspaces`,
  hint: `Run "gantry destroy -s ${name} -w WORKSPACE" to delete them.`,
});
