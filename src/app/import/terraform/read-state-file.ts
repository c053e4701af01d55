import {existsSync} from 'node:fs';
import {readFile, stat} from 'node:fs/promises';
import {basename, dirname, join, resolve} from 'node:path';
import {shownPath} from '../../../config/read-text.ts';
import {wrongInput} from '../../../config/stack-search.ts';
import type {StateFile} from '../../../ports/terraform-tool.ts';

/** A state file that was found, and the directory whose name the stack gets. */
export type FoundStateFile = Pick<StateFile, 'text' | 'lock'> & {readonly path: string; readonly directory: string};

const LOCK = '.terraform.lock.hcl';
/** The largest state in bytes. */
const LARGEST = 256 << 20;

/**
 * Reads a state file, or the local state of a directory with `.tf` files, and the lock file beside it, or in the directory `code`.
 * @throws GantryError input/invalid if it cannot be read, if its backend is remote, or while Terraform is at work in the directory
 */
export async function readStateFile(given: string, cwd: string, code?: string): Promise<FoundStateFile> {
  const path = resolve(cwd, given);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw wrong(`${shownPath(path)} not found`, 'Pass a state file, or a directory with one.');
  const file = found.isDirectory() ? await stateIn(path) : path;
  const directory = found.isDirectory() ? path : dirname(path);
  if (existsSync(join(directory, `.${basename(file)}.lock.info`)))
    throw wrong(`${shownPath(file)} is locked: Terraform is at work there`, 'Wait until it has ended.');
  if ((await stat(file)).size > LARGEST)
    throw wrong(`${shownPath(file)} is too large`, 'Split it with "terraform state mv".');
  return {path: file, directory, text: await readFile(file, 'utf8'), lock: await lockIn(directory, code)};
}

/** Reads the dependency lock file of the first directory that has one. */
async function lockIn(...directories: readonly (string | undefined)[]): Promise<string | undefined> {
  const files = directories.flatMap((one) => (one === undefined ? [] : [join(one, LOCK)]));
  const read = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => undefined)));
  return read.find((text) => text !== undefined);
}

/**
 * Refuses a state that was written since it was read: the imported one would be older than the resources.
 * @throws GantryError input/invalid
 */
export async function refuseMoved({text}: FoundStateFile, given: string, cwd: string): Promise<void> {
  if ((await readStateFile(given, cwd)).text !== text)
    throw wrong('the state has changed during the import', 'Run the import again when Terraform has ended.');
}

/** Returns the file with the state of a directory: that of its selected Terraform workspace. */
async function stateIn(directory: string): Promise<string> {
  const data = join(directory, '.terraform');
  const backend = await readFile(join(data, 'terraform.tfstate'), 'utf8').catch(() => '');
  const pull = 'Run "terraform state pull > state.json" in it, and import that file.';
  if (/"backend"\s*:\s*\{/.test(backend) && !/"type"\s*:\s*"local"/.test(backend))
    throw wrong(`the state of ${shownPath(directory)} is in a remote backend`, pull);
  const workspace = (await readFile(join(data, 'environment'), 'utf8').catch(() => '')).trim();
  const file =
    workspace === '' || workspace === 'default'
      ? join(directory, 'terraform.tfstate')
      : join(directory, 'terraform.tfstate.d', workspace, 'terraform.tfstate');
  if (!existsSync(file)) throw wrong(`${shownPath(file)} not found: the directory has no local state`, pull);
  return file;
}

const wrong = (message: string, hint: string) => wrongInput('import/terraform-state', message, hint);
