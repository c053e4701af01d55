import {type Dirent, existsSync, globSync, readdirSync, statSync} from 'node:fs';
import {basename, dirname, isAbsolute, join, resolve, sep} from 'node:path';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {defined} from '../../../lib/defined.ts';
import {PROJECT_FILE, STACK_FILE} from '../../own-files.ts';
import {shownPath} from '../../read-text.ts';
import {wrongInput} from '../../stack-search.ts';
import type {SourceEntry, SourceKind, StackPlace} from '../source.ts';
import {expansionsOf} from './expansions-of.ts';
import {laterApp, notYet} from './later-app.ts';
import {unreadableDirectories} from './unreadable-directories.ts';

/** Files of a manifests source, or what is wrong with its paths. */
export type SourceFiles = {readonly files: readonly string[]; readonly diagnostics: readonly Diagnostic[]};

const MANIFEST = /\.(?:ya?ml|json)$/;

/** Without `sources`: every manifest below the stack directory, except Gantry's own files and what other stacks hold. */
export function defaultFiles({place, kinds}: Pick<SourceEntry, 'place' | 'kinds'>): SourceFiles {
  const {stackDir} = place;
  const files = manifestsBelow(stackDir, place);
  const ownerOf = (file: string) => kinds.find(({owns}) => owns?.is(basename(file)));
  // With such a file of its own, a stack is read otherwise, unless it has an application: that is told already.
  const below = files.filter((file) => dirname(file) !== stackDir || ownerOf(file) === undefined);
  const problemsOf = (file: string): readonly Diagnostic[] => {
    const owner = ownerOf(file);
    if (owner !== undefined) return [unbuilt(file, owner)];
    return /^Chart\.ya?ml$/.test(basename(file)) ? [notYet(file, '`helm` sources')] : [];
  };
  const diagnostics = [...below.flatMap(problemsOf), ...laterApp(stackDir)];
  return {files: files.filter((file) => problemsOf(file).length === 0), diagnostics};
}

/** Silently reading the others would build half a stack. The file may also be a part of another source. */
const unbuilt = (file: string, {name, placeholder, owns}: SourceKind): Diagnostic => ({
  severity: 'error',
  code: `source/${name}`,
  message: `${shownPath(file)} is ${owns?.what}, and the files beside it are read as they are`,
  hint: `Use \`sources\` in stack.yaml: \`{${name}: ${placeholder}}\` for ${owns?.todo}, \`{manifests: GLOB}\` for manifests.`,
});

function manifestsBelow(directory: string, place: StackPlace): readonly string[] {
  const entries = entriesOf(directory).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.name.startsWith('.') || isOwn(path, place)) return [];
    const isDirectory = entry.isDirectory() || (entry.isSymbolicLink() && isDirectoryAt(path));
    if (!isDirectory) return MANIFEST.test(entry.name) ? [path] : [];
    // A link to a directory above would be walked for ever.
    if (entry.isSymbolicLink() || entry.name === 'node_modules' || holdsAnotherStack(path) || isHome(path)) return [];
    return manifestsBelow(path, place);
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
function isOwn(path: string, {workspacesDir, stackDir}: StackPlace): boolean {
  const name = basename(path);
  if (name === PROJECT_FILE || name === STACK_FILE || /^gantry\.[^/]*$/.test(name)) return true;
  return isWithin(workspacesDir, path) || isWithin(join(stackDir, 'patches'), path);
}

const isWithin = (directory: string, path: string): boolean => path === directory || path.startsWith(directory + sep);

const LONGEST_PATTERN = 1000;
const MOST_EXPANSIONS = 1000;

/** The files of `manifests: GLOB`. A pattern that matches nothing is an error: a typo must not empty a stack. */
export function globFiles(pattern: string, {place, at}: Pick<SourceEntry, 'place' | 'at'>): SourceFiles {
  const {stackDir, projectDir} = place;
  const problem = (message: string, hint?: string): SourceFiles => ({
    files: [],
    diagnostics: [{severity: 'error', code: 'source/glob', message, ...at(), ...defined({hint})}],
  });
  if (pattern.length > LONGEST_PATTERN || expansionsOf(pattern) > MOST_EXPANSIONS)
    return problem(
      `this pattern has more than ${LONGEST_PATTERN} characters, or its braces stand for more than ${MOST_EXPANSIONS} patterns`,
      'Use several `manifests` entries.',
    );
  if (isAbsolute(pattern)) return problem(`\`${pattern}\` must be relative to the stack directory`);
  const plain = resolve(stackDir, pattern);
  const matches = isDirectoryAt(plain)
    ? manifestsBelow(plain, place)
    : globSync(pattern, {cwd: stackDir}).map((match) => resolve(stackDir, match));
  const [unreadable] = unreadableDirectories(pattern, stackDir);
  if (unreadable !== undefined) return problem(cannotRead(unreadable), MISSED);
  const outside = matches.find((file) => !isWithin(projectDir, file));
  if (outside !== undefined) {
    return problem(`\`${pattern}\` leaves the project directory ${shownPath(projectDir)}: ${shownPath(outside)}`);
  }
  const files = matches.filter((file) => MANIFEST.test(file) && !isOwn(file, place) && !isDirectoryAt(file));
  if (files.length > 0) return {files: files.toSorted(), diagnostics: []};
  return problem(
    matches.length === 0 ? `\`${pattern}\` matches no file` : `\`${pattern}\` matches no *.yaml, *.yml or *.json file`,
    `It is looked for in ${shownPath(stackDir)}.`,
  );
}
