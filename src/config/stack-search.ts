import {existsSync, statSync} from 'node:fs';
import {homedir} from 'node:os';
import {basename, dirname, join, relative, resolve, sep} from 'node:path';
import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {GantryError} from '../core/failure/failure.ts';
import {isObject} from '../core/json.ts';
import {defined} from '../lib/defined.ts';
import {didYouMean} from '../lib/did-you-mean.ts';
import {PROJECT_FILE, STACK_FILE} from './own-files.ts';
import {type ReadText, readText, shownPath} from './read-text.ts';
import {entriesOf, stacksBelow} from './stacks-below.ts';
import {trustedPath} from './untrusted/checkout.ts';
import {readTrusted} from './untrusted/read-trusted.ts';
import {readYaml} from './yaml/read-yaml.ts';

/** Returns the directory of the stack that the user chose, from the current directory and `-s`. */
export function stackDirectory({
  directory,
  stack,
}: {
  readonly directory: string;
  readonly stack?: string | undefined;
}): string {
  if (statSync(directory, {throwIfNoEntry: false})?.isDirectory() !== true) {
    throw wrongInput('stack/no-directory', `directory ${shownPath(directory)} not found`, 'Use -C DIR.');
  }
  if (stack !== undefined) return namedStack(directory, stack);
  const above = nearestWith(STACK_FILE, directory);
  if (above !== undefined) return above;
  const base = nearestWith(PROJECT_FILE, directory) ?? directory;
  const [only, ...others] = isTooWide(base) ? [] : stacksBelow(base);
  if (only === undefined) throw noStack(directory);
  // The only stack of a project is chosen without a name. Outside of a project the user must name it.
  if (others.length === 0 && existsSync(trustedPath(join(base, PROJECT_FILE)))) return only;
  throw wrongInput(
    'stack/not-chosen',
    `${shownPath(directory)} is not a stack; stacks below it: ${listed([only, ...others].map((dir) => nameFrom(base, dir)))}`,
    'Choose one with -s STACK, or run this in its directory.',
  );
}

/** Returns the directory of a stack's project: that of the nearest project.yaml at or above it. Projects must not be nested. */
export function projectDirectory(stackDir: string): string | undefined {
  const nearest = nearestWith(PROJECT_FILE, stackDir);
  if (nearest === undefined) return undefined;
  const outer = isRepository(nearest) ? undefined : nearestWith(PROJECT_FILE, dirname(nearest));
  if (outer === undefined || outer === nearest) return nearest;
  throw wrongInput(
    'project/nested',
    `the stack ${shownPath(stackDir)} is in two projects: ${shownPath(join(nearest, PROJECT_FILE))} and ${shownPath(join(outer, PROJECT_FILE))}`,
    'Remove one of these files.',
  );
}

/** Returns the nearest directory with a file, at or above a directory, but not above the root of its repository. */
export function nearestWith(file: string, from: string): string | undefined {
  for (let directory = from; ; directory = dirname(directory)) {
    const path = join(directory, file);
    if (existsSync(file === PROJECT_FILE ? trustedPath(path) : path)) return directory;
    if (isRepository(directory) || dirname(directory) === directory) return undefined;
  }
}

/** Reports whether a directory has a `.git`. In a worktree `.git` is a file. */
export const isRepository = (directory: string): boolean => existsSync(join(directory, '.git'));

function namedStack(directory: string, wanted: string): string {
  const here = wanted === '.' ? nearestWith(STACK_FILE, directory) : undefined;
  if (here !== undefined) return here;
  const base = nearestWith(PROJECT_FILE, directory) ?? directory;
  const paths = pathsMeant(wanted, [base, directory]);
  const found = isTooWide(base) ? [base, ...paths].filter(isStack) : stacksBelow(base);
  const matches = found.filter((dir) => paths.has(dir) || namesOf(base, dir).has(wanted));
  const [only, ...others] = matches;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) {
    const places = matches.map((dir) => shownPath(dir)).join(', ');
    throw wrongInput(
      'stack/ambiguous',
      `several stacks have the name ${wanted}: ${places}`,
      `Choose one by its path, for example -s ./${nameFrom(base, only)}.`,
    );
  }
  const known = found.map((dir) => nameFrom(base, dir));
  const nearest = didYouMean(
    wanted,
    found.flatMap((dir) => [...namesOf(base, dir)]),
  );
  throw wrongInput(
    'stack/not-found',
    known.length === 0
      ? `stack ${wanted} not found: there is no ${STACK_FILE} below ${shownPath(base)}`
      : `stack ${wanted} not found; known: ${listed(known)}`,
    nearest === undefined ? undefined : `Did you mean \`${nearest}\`?`,
  );
}

/**
 * Reports whether a directory is the user's home or a parent of it, without a project.yaml. A search in it would read all files of the
 * user. A stack that is named by its path is still found.
 */
export function isTooWide(directory: string): boolean {
  const home = homedir();
  const isAbove = home === directory || home.startsWith(directory.endsWith(sep) ? directory : directory + sep);
  return isAbove && !existsSync(trustedPath(join(directory, PROJECT_FILE)));
}

const isStack = (directory: string): boolean => existsSync(join(directory, STACK_FILE));

/** Returns the paths that a name with `/` may stand for: relative to the current directory, or to the start of the search. */
const pathsMeant = (wanted: string, starts: readonly string[]): ReadonlySet<string> =>
  new Set(/\/|^\.\.?$/.test(wanted) ? [...starts, process.cwd()].map((start) => resolve(start, wanted)) : []);

const MOST_NAMES = 10;

/** Lists names for a message, at most `MOST_NAMES` of them. */
const listed = (names: readonly string[]): string =>
  names.length <= MOST_NAMES
    ? names.join(', ')
    : `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`;

/** Returns the texts that select a stack with `-s`: its name, PROJECT/STACK and its path. */
function namesOf(base: string, dir: string): ReadonlySet<string> {
  const {project, stack} = stackNamesIn(dir);
  return new Set([stack, `${project}/${stack}`, nameFrom(base, dir)]);
}

/** Returns the names of a directory's stack and project. Without a `name:`, the directory has the name. */
export function stackNamesIn(dir: string): {readonly project: string; readonly stack: string} {
  const project = nearestWith(PROJECT_FILE, dir);
  const stack = nameIn(join(dir, STACK_FILE)) ?? basename(dir);
  return {project: project === undefined ? basename(dir) : projectNameIn(project), stack};
}

/** Returns the name of the project in a directory. Without a `name:` in project.yaml, the directory has the name. */
export const projectNameIn = (projectDir: string): string =>
  nameOf(readTrusted(join(projectDir, PROJECT_FILE))) ?? basename(projectDir);

/** Reads only the name of a file, so that errors in other stacks do not prevent the search. */
const nameIn = (path: string): string | undefined => nameOf(readText(path));

const nameOf = ({text, file}: ReadText): string | undefined => nameInText(text ?? '', file);

/** Returns the `name` in a file, even if other parts of the file are not valid. */
export function nameInText(text: string, file: string): string | undefined {
  const value = readYaml(text, file).documents[0]?.value;
  return isObject(value) && typeof value['name'] === 'string' ? value['name'] : undefined;
}

const nameFrom = (base: string, dir: string): string => relative(base, dir).replaceAll(sep, '/') || basename(dir);

function noStack(directory: string): GantryError {
  const hasManifests = entriesOf(directory).some(({name}) => /\.(?:ya?ml|json)$/.test(name));
  return wrongInput(
    'stack/none',
    `${shownPath(directory)} is not in a stack: neither it nor a directory above it has a ${STACK_FILE}`,
    hasManifests
      ? 'Run `gantry init --from .` to create a stack from the manifests in this directory.'
      : 'Run `gantry init` to create a stack, or use -C DIR.',
  );
}

/** Returns the error of invalid input that is not in a file, such as arguments and directories. */
export function wrongInput(code: string, message: string, hint?: string): GantryError {
  const diagnostic: Diagnostic = {severity: 'error', code, message, ...defined({hint})};
  return new GantryError({code: 'input/invalid', diagnostics: [diagnostic]});
}
