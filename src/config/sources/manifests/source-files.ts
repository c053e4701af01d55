import {type Dirent, existsSync, globSync, readdirSync, statSync} from 'node:fs';
import {basename, isAbsolute, join, resolve} from 'node:path';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {compareNaturally} from '../../../lib/compare-naturally.ts';
import {defined} from '../../../lib/defined.ts';
import {LOCK_FILE, PROJECT_FILE, STACK_FILE} from '../../own-files.ts';
import {shownPath} from '../../read-text.ts';
import {wrongInput} from '../../stack-search.ts';
import {isWithin} from '../is-within.ts';
import type {SourceEntry, SourceKind, StackPlace} from '../source.ts';
import {expansionsOf} from './expansions-of.ts';
import {notYet} from './not-yet.ts';
import {unreadableDirectories} from './unreadable-directories.ts';

/** The files of a manifests source, or the problems of its paths. */
export type SourceFiles = {readonly files: readonly string[]; readonly diagnostics: readonly Diagnostic[]};

const MANIFEST = /\.(?:ya?ml|json)$/;

/** Returns the files of a stack without `sources`: every manifest below its directory, except Gantry's own files and other stacks. */
export function defaultFiles({place, kinds}: Pick<SourceEntry, 'place' | 'kinds'>): SourceFiles {
  const {stackDir} = place;
  const files = manifestsBelow(stackDir, place);
  const ownerOf = (file: string) => kinds.find(({owns}) => owns?.is(basename(file)));
  const problemsOf = (file: string): readonly Diagnostic[] => {
    const owner = ownerOf(file);
    if (owner !== undefined) return [unbuilt(file, owner)];
    return /^Chart\.ya?ml$/.test(basename(file)) ? [notYet(file, '`helm` sources')] : [];
  };
  return {files: files.filter((file) => problemsOf(file).length === 0), diagnostics: files.flatMap(problemsOf)};
}

/** Reports a file that only another source can read. Reading only the files beside it would build an incomplete stack. */
const unbuilt = (file: string, {name, placeholder, owns}: SourceKind): Diagnostic => ({
  severity: 'error',
  code: `source/${name}`,
  message: `${shownPath(file)} is ${owns?.what}, but the files beside it would be read as plain manifests`,
  hint: `Add \`sources\` to stack.yaml: \`{${name}: ${placeholder}}\` for ${owns?.todo}, \`{manifests: GLOB}\` for manifests.`,
});

function manifestsBelow(directory: string, place: StackPlace): readonly string[] {
  const entries = entriesOf(directory).toSorted((a, b) => compareNaturally(a.name, b.name));
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.name.startsWith('.') || isOwn(path, place)) return [];
    const isDirectory = entry.isDirectory() || (entry.isSymbolicLink() && isDirectoryAt(path));
    if (!isDirectory) return MANIFEST.test(entry.name) ? [path] : [];
    // Following a link to a parent directory would never end.
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

const cannotRead = (directory: string): string =>
  `cannot read the directory ${shownPath(directory)}: its manifests would be missing, and an apply would delete their objects`;
const MISSED = 'Allow your user to read it, or exclude it with `sources` in stack.yaml.';

function isDirectoryAt(path: string): boolean {
  try {
    return statSync(path, {throwIfNoEntry: false})?.isDirectory() === true;
  } catch {
    // It is in a directory that cannot be read, which is reported for that directory.
    return false;
  }
}

const holdsAnotherStack = (directory: string): boolean =>
  existsSync(join(directory, STACK_FILE)) || existsSync(join(directory, PROJECT_FILE));

/** Reports whether a directory is a GANTRY_HOME, with releases, locks and caches. */
const isHome = (directory: string): boolean =>
  existsSync(join(directory, '.lock')) && existsSync(join(directory, '.stage'));

/** Reports whether a file is one of Gantry's own files and not a manifest. */
function isOwn(path: string, {workspacesDir, stackDir}: StackPlace): boolean {
  const name = basename(path);
  if ([PROJECT_FILE, STACK_FILE, LOCK_FILE].includes(name) || /^gantry\.[^/]*$/.test(name)) return true;
  return isWithin(workspacesDir, path) || isWithin(join(stackDir, 'patches'), path);
}

const LONGEST_PATTERN = 1000;
const MOST_EXPANSIONS = 1000;

/** Returns the files of `manifests: GLOB`. A pattern that matches no file is an error, so that a typo does not empty a stack. */
export function globFiles(pattern: string, {place, at}: Pick<SourceEntry, 'place' | 'at'>): SourceFiles {
  const {stackDir, projectDir} = place;
  const problem = (message: string, hint?: string): SourceFiles => ({
    files: [],
    diagnostics: [{severity: 'error', code: 'source/glob', message, ...at(), ...defined({hint})}],
  });
  if (pattern.length > LONGEST_PATTERN || expansionsOf(pattern) > MOST_EXPANSIONS)
    return problem(
      `this pattern has more than ${LONGEST_PATTERN} characters, or expands to more than ${MOST_EXPANSIONS} patterns`,
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
    return problem(
      `\`${pattern}\` matches a file outside of the project directory ${shownPath(projectDir)}: ${shownPath(outside)}`,
    );
  }
  const files = matches.filter((file) => MANIFEST.test(file) && !isOwn(file, place) && !isDirectoryAt(file));
  if (files.length > 0) return {files: files.toSorted(compareNaturally), diagnostics: []};
  return problem(
    matches.length === 0 ? `\`${pattern}\` matches no file` : `\`${pattern}\` matches no *.yaml, *.yml or *.json file`,
    `Correct the pattern: it is relative to ${shownPath(stackDir)}.`,
  );
}
