import {dirname, resolve} from 'node:path';
import type {Kustomize} from '../../../ports/kustomize.ts';
import {pathInProject} from '../path-in-project.ts';
import {type Source, textOf} from '../source.ts';
import {readKustomization} from './read-kustomization.ts';
import {walkKustomization} from './walk.ts';

/** Returns the source of objects that kustomize builds. The program is searched for when the first directory is built. */
export const kustomizeSource = (kustomize: () => Promise<Kustomize>): Source => ({
  inputs: ({written, place}) => {
    const directory = resolve(place.stackDir, textOf(written) ?? '.');
    return {directories: [directory, ...basesOf(directory)], files: []};
  },
  build: async (entry) => {
    const {written, references, remote, at} = entry;
    const found = pathInProject('kustomize', textOf(written) ?? '.', entry);
    if ('candidates' in found) return found;
    const {projectDir} = entry.place;
    return readKustomization({directory: found.path, projectDir, isExpandable: references, remote, at, kustomize});
  },
});

/** Returns the directories of all kustomizations that a kustomization reaches, of their Helm charts, and of the files that they name. */
function basesOf(directory: string): readonly string[] {
  const {kustomizations, parts} = walkKustomization(directory);
  const charts = kustomizations.flatMap((one) => one.charts.map((chart) => chart.directory));
  return [
    ...kustomizations.map((one) => one.directory),
    ...charts,
    ...parts.map(({origin}) => dirname(resolve(origin.file))),
  ];
}
