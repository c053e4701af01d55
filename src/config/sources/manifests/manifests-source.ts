import {join, resolve} from 'node:path';
import type {Candidate} from '../../manifests/candidate.ts';
import {yieldToSignals} from '../../yield-to-signals.ts';
import {type Built, type Source, type SourceEntry, textOf} from '../source.ts';
import {readManifests} from './read-manifests.ts';
import {defaultFiles, globFiles, type SourceFiles} from './source-files.ts';

/** Returns the source of all files that a glob matches; without a glob, of all manifests in the stack directory. */
export const manifestsSource = (signal: AbortSignal): Source => ({
  inputs: ({written, place: {stackDir}}) => {
    const glob = textOf(written);
    return glob === undefined
      ? {directories: [], files: []}
      : {directories: globDirectory(glob, stackDir), files: [resolve(stackDir, glob)]};
  },
  build: async (entry) => {
    const glob = textOf(entry.written);
    return readFiles(glob === undefined ? defaultFiles(entry) : globFiles(glob, entry), entry, signal);
  },
});

/** Reads the objects of files. A file that two globs match is read only once. */
async function readFiles(
  {files, diagnostics}: SourceFiles,
  {references, taken}: SourceEntry,
  signal: AbortSignal,
): Promise<Built> {
  const candidates: Candidate[] = [];
  const problems = [...diagnostics];
  for (const file of files) {
    if (taken.has(file)) continue;
    taken.add(file);
    const read = readManifests(file, {isExpandable: references});
    await yieldToSignals(signal);
    candidates.push(...read.candidates);
    problems.push(...read.diagnostics);
  }
  return {candidates, diagnostics: problems};
}

/** Returns the directory below which a glob can match: the part of the path before its first pattern. */
function globDirectory(pattern: string, stackDir: string): readonly string[] {
  const steps = pattern.split('/');
  const first = steps.findIndex((step) => /[*?[\]{}!()]/.test(step));
  // A plain path is a file, or a directory that is read as a whole.
  const plain = first === -1 ? steps : steps.slice(0, first);
  const base = join(stackDir, ...plain);
  // The stack's own directory is always an input.
  return base === stackDir ? [] : [base];
}
