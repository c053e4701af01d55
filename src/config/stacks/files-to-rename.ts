import {existsSync} from 'node:fs';
import {realpath} from 'node:fs/promises';
import {join} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import {STACK_FILE} from '../own-files.ts';
import {readText, shownPath} from '../read-text.ts';
import {entriesOf} from '../stacks-below.ts';
import {writeWhole} from '../write-whole.ts';
import {editYaml} from '../yaml/edit-yaml.ts';
import type {KnownStack} from './known-stacks.ts';
import {type NewName, withNewDependencies, withNewReferences} from './renamed-text.ts';

/** A file with its text after a rename. */
export type RenamedFile = {
  /** The absolute path. */
  readonly file: string;
  readonly before: string;
  readonly text: string;
};

/** The maximum depth below a stack at which files are searched. */
const DEEP = 32;

/**
 * Returns the files of the stacks that name a renamed stack: in `dependsOn`, or in references to its values. Searched are the YAML and JSON
 * files below the stacks' directories.
 */
export function filesWithReferences(stacks: readonly KnownStack[], newName: NewName): readonly RenamedFile[] {
  const found = new Map<string, RenamedFile>();
  // The nearest stack of a file comes first: its project is the one that a name without a project means.
  for (const {dir, project} of stacks.toSorted((a, b) => b.dir.length - a.dir.length)) {
    for (const file of configurationBelow(dir)) {
      if (found.has(file)) continue;
      const before = readText(file).text ?? '';
      const rename = {project, newName};
      const text = withNewReferences(
        file.endsWith(`/${STACK_FILE}`) ? withNewDependencies(before, file, rename) : before,
        rename,
      );
      found.set(file, {file, before, text});
    }
  }
  return [...found.values()].filter(({before, text}) => before !== text);
}

/** Lists the YAML and JSON files at and below a directory. Links are not followed. */
function configurationBelow(directory: string, depth = DEEP): readonly string[] {
  return entriesOf(directory).flatMap((entry): readonly string[] => {
    const path = join(directory, entry.name);
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
    if (entry.isDirectory()) return depth === 0 ? [] : configurationBelow(path, depth - 1);
    return entry.isFile() && /\.(?:ya?ml|json)$/.test(entry.name) ? [path] : [];
  });
}

/** Returns stack.yaml or project.yaml with another `name`. Comments stay. A file that does not exist is created. */
export function fileWithName(file: string, name: string, changed: readonly RenamedFile[] = []): RenamedFile {
  const before = textOf(file);
  const base = changed.find((one) => one.file === file)?.text ?? before;
  return {file, before, text: editYaml(base, [{path: ['name'], value: name}])};
}

/**
 * Writes the files one after the other. The names of stacks and projects come last, so that an interrupted rename still finds the old name.
 * @throws GantryError plan/stale if a file was changed since it was read
 */
export async function writeRenamed(files: readonly RenamedFile[]): Promise<void> {
  const changed = files.find(({file, before}) => textOf(file) !== before);
  if (changed !== undefined)
    throw new GantryError({code: 'plan/stale', detail: `${shownPath(changed.file)} was changed by someone else`});
  for (const {file, text} of files) await writeWhole(existsSync(file) ? await realpath(file) : file, text);
}

const textOf = (file: string): string => (existsSync(file) ? (readText(file).text ?? '') : '');
