import {resolve} from 'node:path';
import {pathInProject} from '../path-in-project.ts';
import {type Source, textOf} from '../source.ts';
import {readSpecFile} from './read-spec-file.ts';

/** The source of the resources in a spec file. */
export const specSource: Source = {
  inputs: ({written, place}) => ({directories: [], files: [resolve(place.stackDir, textOf(written) ?? '')]}),
  build: async (entry) => {
    const found = pathInProject('spec', textOf(entry.written) ?? '', entry);
    if ('candidates' in found) return found;
    const read = readSpecFile(found.path, entry.types);
    // A problem of the whole file is shown at the entry in stack.yaml.
    return {
      ...read,
      diagnostics: read.diagnostics.map((one) => (one.at === undefined ? {...one, ...entry.at()} : one)),
    };
  },
};
