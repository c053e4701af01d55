import {type Dirent, existsSync, readdirSync, statSync} from 'node:fs';
import {homedir} from 'node:os';
import {basename, dirname, join, relative, resolve, sep} from 'node:path';
import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {GantryError} from '../core/failure/failure.ts';
import {isObject} from '../core/json.ts';
import {defined} from '../lib/defined.ts';
import {didYouMean} from '../lib/did-you-mean.ts';
import {PROJECT_FILE, STACK_FILE} from './own-files.ts';
import {type ReadText, readText, shownPath} from './read-text.ts';
import {trustedPath} from './untrusted/checkout.ts';
import {readTrusted} from './untrusted/read-trusted.ts';
import {readYaml} from './yaml/read-yaml.ts';

/** How deep stacks are looked for below a directory. */
const MAX_DEPTH = 8;

/** The directory of the stack that the user means, from where he stands and what he named. */
export function stackDirectory({
  directory,
  stack,
}: {
  readonly directory: string;
  readonly stack?: string | undefined;
}): string {
  if (statSync(directory, {throwIfNoEntry: false})?.isDirectory() !== true) {
    throw wrongInput('stack/no-directory', `there is no directory ${shownPath(directory)}`);
  }
  if (stack !== undefined) return namedStack(directory, stack);
  const above = nearestWith(STACK_FILE, directory);
  if (above !== undefined) return above;
  const base = nearestWith(PROJECT_FILE, directory) ?? directory;
  const [only, ...others] = isTooWide(base) ? [] : stacksBelow(base);
  if (only === undefined) throw noStack(directory);
  // The only stack of a project needs no name; outside of a project nothing says that this one is meant.
  if (others.length === 0 && existsSync(trustedPath(join(base, PROJECT_FILE)))) return only;
  throw wrongInput(
    'stack/not-chosen',
    `${shownPath(directory)} is not a stack, and below it there are: ${listed([only, ...others].map((dir) => nameFrom(base, dir)))}`,
    'Choose one with -s STACK, or go to its directory.',
  );
}

/** The project that a stack belongs to: the nearest project.yaml at or above it. Projects do not nest. */
export function projectDirectory(stackDir: string): string | undefined {
  const nearest = nearestWith(PROJECT_FILE, stackDir);
  if (nearest === undefined) return undefined;
  const outer = isRepository(nearest) ? undefined : nearestWith(PROJECT_FILE, dirname(nearest));
  if (outer === undefined || outer === nearest) return nearest;
  throw wrongInput(
    'project/nested',
    `the stack ${shownPath(stackDir)} lies in two projects: ${shownPath(join(nearest, PROJECT_FILE))} and ${shownPath(join(outer, PROJECT_FILE))}`,
    'Remove one of the two files.',
  );
}

/** At or above a directory, up to the root of its repository: what lies outside of that is not meant. */
export function nearestWith(file: string, from: string): string | undefined {
  for (let directory = from; ; directory = dirname(directory)) {
    const path = join(directory, file);
    if (existsSync(file === PROJECT_FILE ? trustedPath(path) : path)) return directory;
    if (isRepository(directory) || dirname(directory) === directory) return undefined;
  }
}

/** Whether a directory has a `.git`, which is a file in a worktree. */
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
      `several stacks are called ${wanted}: ${places}`,
      `Name one by its path, for example -s ./${nameFrom(base, only)}.`,
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
      ? `there is no stack ${wanted}: no ${STACK_FILE} lies below ${shownPath(base)}`
      : `there is no stack ${wanted}; known: ${listed(known)}`,
    nearest === undefined ? undefined : `Did you mean \`${nearest}\`?`,
  );
}

/**
 * The user's home, or what lies above it, that is no project: a search would read all that the user has. What is named by its path is
 * found all the same.
 */
export function isTooWide(directory: string): boolean {
  const home = homedir();
  const isAbove = home === directory || home.startsWith(directory.endsWith(sep) ? directory : directory + sep);
  return isAbove && !existsSync(trustedPath(join(directory, PROJECT_FILE)));
}

const isStack = (directory: string): boolean => existsSync(join(directory, STACK_FILE));

/** What has a `/` may be a path, as messages show it (from the current directory) or below where the search begins. */
const pathsMeant = (wanted: string, starts: readonly string[]): ReadonlySet<string> =>
  new Set(/\/|^\.\.?$/.test(wanted) ? [...starts, process.cwd()].map((start) => resolve(start, wanted)) : []);

const MOST_NAMES = 10;

/** A monorepo has more stacks than anybody reads. */
const listed = (names: readonly string[]): string =>
  names.length <= MOST_NAMES
    ? names.join(', ')
    : `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`;

/** What a stack may be called by `-s`: its name, PROJECT/STACK, its path. */
function namesOf(base: string, dir: string): ReadonlySet<string> {
  const {project, stack} = stackNamesIn(dir);
  return new Set([stack, `${project}/${stack}`, nameFrom(base, dir)]);
}

/** What the stack of a directory and its project are called; without a `name:`, like their directories. */
export function stackNamesIn(dir: string): {readonly project: string; readonly stack: string} {
  const project = nearestWith(PROJECT_FILE, dir);
  const stack = nameIn(join(dir, STACK_FILE)) ?? basename(dir);
  return {project: project === undefined ? basename(dir) : projectNameIn(project), stack};
}

/** The project of a directory with a project.yaml; without a `name:` it is called like the directory. */
export const projectNameIn = (projectDir: string): string =>
  nameOf(readTrusted(join(projectDir, PROJECT_FILE))) ?? basename(projectDir);

/** Just the name: the other files of a search need not be right for this stack to be found. */
const nameIn = (path: string): string | undefined => nameOf(readText(path));

const nameOf = ({text, file}: ReadText): string | undefined => nameInText(text ?? '', file);

/** The `name` that a file gives itself, whatever else is in it. */
export function nameInText(text: string, file: string): string | undefined {
  const value = readYaml(text, file).documents[0]?.value;
  return isObject(value) && typeof value['name'] === 'string' ? value['name'] : undefined;
}

const nameFrom = (base: string, dir: string): string => relative(base, dir).replaceAll(sep, '/') || basename(dir);

/** The directories of stacks at and below a directory, in the order of their paths. */
export function stacksBelow(base: string, depth = MAX_DEPTH): readonly string[] {
  const entries = entriesOf(base);
  const here = entries.some((entry) => entry.name === STACK_FILE) ? [base] : [];
  if (depth === 0) return here;
  const below = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map(({name}) => name)
    .toSorted()
    .flatMap((name) => stacksBelow(join(base, name), depth - 1));
  return [...here, ...below];
}

/** What may not be read, or has just gone, holds no stack that anybody could mean: `/tmp` and `/` are full of it. */
function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, {withFileTypes: true});
  } catch {
    return [];
  }
}

function noStack(directory: string): GantryError {
  const hasManifests = entriesOf(directory).some(({name}) => /\.(?:ya?ml|json)$/.test(name));
  return wrongInput(
    'stack/none',
    `${shownPath(directory)} is not in a stack: neither it nor a directory above it has a ${STACK_FILE}`,
    hasManifests
      ? 'Run `gantry init --from .` to make a stack of the manifests that are here.'
      : 'Run `gantry init` to begin one, or use -C DIR.',
  );
}

/** Returns the error of input that no file is the place of: arguments and directories. */
export function wrongInput(code: string, message: string, hint?: string): GantryError {
  const diagnostic: Diagnostic = {severity: 'error', code, message, ...defined({hint})};
  return new GantryError({code: 'input/invalid', diagnostics: [diagnostic]});
}
