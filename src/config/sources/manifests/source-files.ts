import {type Dirent, existsSync, globSync, readdirSync, statSync} from 'node:fs';
import {basename, dirname, isAbsolute, join, relative, resolve, sep} from 'node:path';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {NOT_SUPPORTED} from '../../issues/not-supported-text.ts';
import {PROJECT_FILE, STACK_FILE} from '../../own-files.ts';
import {shownPath} from '../../read-text.ts';
import type {StackLocation} from '../../stack-location.ts';
import {wrongInput} from '../../stack-search.ts';
import {isKustomizationFile} from '../kustomize/kustomization-file.ts';
import {expansionsOf} from './expansions-of.ts';
import {unreadableDirectories} from './unreadable-directories.ts';

export type SourceFiles = {readonly files: readonly string[]; readonly diagnostics: readonly Diagnostic[]};

const MANIFEST = /\.(?:ya?ml|json)$/;

/** Without `sources`: every manifest below the stack directory, except Gantry's own files and what other stacks hold. */
export function defaultFiles(location: StackLocation): SourceFiles {
  const files = manifestsBelow(location.stack.dir, location);
  const {dir} = location.stack;
  // With a kustomization of its own, a stack is read otherwise, unless it has an application: that is told already.
  const below = files.filter((file) => dirname(file) !== dir || !isKustomizationFile(basename(file)));
  const diagnostics = [...below.flatMap((file) => laterSource(file)), ...laterApp(dir)];
  return {files: files.filter((file) => laterSource(file).length === 0), diagnostics};
}

/** Files that choose another source: silently reading the others would build half a stack. */
function laterSource(file: string): readonly Diagnostic[] {
  const name = basename(file);
  if (isKustomizationFile(name)) return [unbuilt(file)];
  if (/^Chart\.ya?ml$/.test(name)) return [notYet(file, '`helm` sources')];
  return [];
}

/** The default source is the kustomization of the stack directory itself. One below it may be an overlay of another. */
const unbuilt = (file: string): Diagnostic => ({
  severity: 'error',
  code: 'source/kustomize',
  message: `${shownPath(file)} is a kustomization, and the files beside it are read as they are`,
  hint: 'Use `sources` in stack.yaml: `{kustomize: DIR}` for a directory that is to be built, `{manifests: GLOB}` for manifests.',
});

/** An application would be the source; what it is made of is not built yet. */
export const laterApp = (stackDir: string): readonly Diagnostic[] =>
  ['gantry.app.yaml', 'gantry.app.ts']
    .map((name) => join(stackDir, name))
    .filter((file) => existsSync(file))
    .map((file) => notYet(file, '`app` sources'));

const notYet = (file: string, what: string): Diagnostic => ({
  severity: 'error',
  code: 'config/not-supported',
  message: `${shownPath(file)}: ${what} are ${NOT_SUPPORTED}`,
  hint: 'Use `sources` in stack.yaml to say which files are manifests.',
});

function manifestsBelow(directory: string, location: StackLocation): readonly string[] {
  const entries = entriesOf(directory).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.name.startsWith('.') || isOwn(path, location)) return [];
    const isDirectory = entry.isDirectory() || (entry.isSymbolicLink() && isDirectoryAt(path));
    if (!isDirectory) return MANIFEST.test(entry.name) ? [path] : [];
    // A link to a directory above would be walked for ever.
    if (entry.isSymbolicLink() || entry.name === 'node_modules' || holdsAnotherStack(path) || isHome(path)) return [];
    return manifestsBelow(path, location);
  });
}

function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, {withFileTypes: true});
  } catch {
    throw wrongInput('source/unreadable', cannotRead(directory), MISSED);
  }
}

const cannotRead = (directory: string): string => `the directory ${shownPath(directory)} cannot be read`;
const MISSED = 'What its manifests describe would be missing from the stack, and an apply would delete it.';

function isDirectoryAt(path: string): boolean {
  try {
    return statSync(path, {throwIfNoEntry: false})?.isDirectory() === true;
  } catch {
    // It lies in a directory that may not be read, which is told of that one.
    return false;
  }
}

const holdsAnotherStack = (directory: string): boolean =>
  existsSync(join(directory, STACK_FILE)) || existsSync(join(directory, PROJECT_FILE));

/** A GANTRY_HOME that was put below the stack: releases, locks and caches. */
const isHome = (directory: string): boolean =>
  existsSync(join(directory, '.lock')) && existsSync(join(directory, '.stage'));

/** Files that say how to build, not what. */
function isOwn(path: string, {project, stack}: StackLocation): boolean {
  const name = basename(path);
  if (name === PROJECT_FILE || name === STACK_FILE || /^gantry\.[^/]*$/.test(name)) return true;
  return isWithin(project.workspacesDir, path) || isWithin(join(stack.dir, 'patches'), path);
}

const isWithin = (directory: string, path: string): boolean => path === directory || path.startsWith(directory + sep);

const LONGEST_PATTERN = 1000;
const MOST_EXPANSIONS = 1000;

/** The files of `manifests: GLOB`. A pattern that matches nothing is an error: a typo must not empty a stack. */
export function globFiles(
  pattern: string,
  location: StackLocation,
  at: () => Pick<Diagnostic, 'at' | 'path'>,
): SourceFiles {
  const problem = (message: string, hint?: string): SourceFiles => ({
    files: [],
    diagnostics: [{severity: 'error', code: 'source/glob', message, ...at(), ...(hint === undefined ? {} : {hint})}],
  });
  if (pattern.length > LONGEST_PATTERN || expansionsOf(pattern) > MOST_EXPANSIONS)
    return problem(
      `this pattern has more than ${LONGEST_PATTERN} characters, or its braces stand for more than ${MOST_EXPANSIONS} patterns`,
      'Use several `manifests` entries.',
    );
  if (isAbsolute(pattern)) return problem(`\`${pattern}\` must be relative to the stack directory`);
  const plain = resolve(location.stack.dir, pattern);
  const matches = isDirectoryAt(plain)
    ? manifestsBelow(plain, location)
    : globSync(pattern, {cwd: location.stack.dir}).map((match) => resolve(location.stack.dir, match));
  const [unreadable] = unreadableDirectories(pattern, location.stack.dir);
  if (unreadable !== undefined) return problem(cannotRead(unreadable), MISSED);
  const outside = matches.find((file) => !isWithin(location.project.dir, file));
  if (outside !== undefined) {
    return problem(
      `\`${pattern}\` leaves the project directory ${shownPath(location.project.dir)}: ${shownPath(outside)}`,
    );
  }
  const files = matches.filter((file) => MANIFEST.test(file) && !isOwn(file, location) && !isDirectoryAt(file));
  if (files.length > 0) return {files: files.toSorted(), diagnostics: []};
  return problem(
    matches.length === 0 ? `\`${pattern}\` matches no file` : `\`${pattern}\` matches no *.yaml, *.yml or *.json file`,
    `It is looked for in ${shownPath(location.stack.dir)}.`,
  );
}

/** A file that stack.yaml names, inside the project; undefined when it lies elsewhere. */
export function fileInProject(path: string, {project, stack}: StackLocation): string | undefined {
  const file = resolve(stack.dir, path);
  return relative(project.dir, file).startsWith('..') ? undefined : file;
}
