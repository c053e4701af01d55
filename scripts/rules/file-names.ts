import {basename, dirname} from 'node:path';
import {exportedBy} from './exported.ts';
import type {SourceFile, Violations} from './source-file.ts';

/** A file of more exports than this has the name of what they are all about. */
const FEW = 3;

/** Files of few exports with another name, and why. */
const MAY_DIFFER: Readonly<Record<string, string>> = {
  'src/ui/output/program-output.ts': 'the documents of a group of commands, by its name',
};

/** A file of one to three exports is named like one of them: they have a word in common that the folder does not say already. */
export function fileNames(files: readonly SourceFile[]): Violations {
  const found = files.filter(isMisnamed).map(({path}) => path);
  return [
    ...found
      .filter((path) => MAY_DIFFER[path] === undefined)
      .map((path) => `${path}: none of its exports is named like it`),
    ...Object.keys(MAY_DIFFER)
      .filter((path) => files.some((one) => one.path === path) && !found.includes(path))
      .map((path) => `${path}: is named like an export; take it out of scripts/rules/file-names.ts`),
  ];
}

function isMisnamed({path, tree}: SourceFile): boolean {
  const names = [...new Set(exportedBy(tree).map(({name}) => name))];
  if (names.length === 0 || names.length > FEW) return false;
  const name = basename(path, '.ts');
  if (names.some((one) => one.toLowerCase().includes(name.replaceAll('-', '')))) return false;
  const folder = wordsOf(basename(dirname(path)));
  const own = wordsOf(name).filter((word) => !folder.includes(word) && !COMMON.has(word));
  const wanted = own.length > 0 ? own : wordsOf(name);
  const exported = new Set(names.flatMap(wordsOf));
  return !wanted.some((word) => exported.has(word));
}

/** Words that say nothing of what a file is about. */
const COMMON: ReadonlySet<string> = new Set(['of', 'the', 'to', 'by', 'with', 'in', 'for', 'and', 'a', 'as', 'is']);

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map(stem);

/** Singular, without the endings of verbs: `entries`, `entry`; `reading`, `read`; `expanded`, `expand`. */
function stem(word: string): string {
  const singular = word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');
  return singular.replace(/(?:ization|ation|ing|ed|ize|e|y)$/, '').replace(/(.)\1$/, '$1') || word;
}
