import {dirname, resolve} from 'node:path';
import {isError} from '../../../core/diagnostic/diagnostic.ts';
import {isObject, type Json} from '../../../core/json.ts';
import type {Naming} from '../../../core/module/module.ts';
import type {OpenModule} from '../../../ports/modules.ts';
import {ACCESSORIES} from '../../../registry/modules.ts';
import {readLayers} from '../../application/read-layers.ts';
import {pathInProject} from '../path-in-project.ts';
import type {Built, Source, SourceEntry} from '../source.ts';
import {APPLICATION_FILE} from './application-file.ts';
import {buildApplications} from './build-applications.ts';
import {describeModules} from './describe-modules.ts';
import {workspaceModules} from './workspace-modules.ts';

/** Returns the source of the objects of applications. @param open opens modules of the workspace */
export const appSource = (open: OpenModule | undefined): Source => ({
  inputs: ({written, place}) => {
    const file = resolve(place.stackDir, settingsOf(written).file);
    // The files of workspaces are beside it.
    return {directories: dirname(file) === place.stackDir ? [] : [dirname(file)], files: [file]};
  },
  build: async (entry, _facts) => {
    const {file, naming} = settingsOf(entry.written);
    const found = pathInProject('app', file, entry);
    if ('candidates' in found) return found;
    const modules = workspaceModules(entry, open);
    const known = new Set([...Object.keys(ACCESSORIES), ...modules.names]);
    const {layers, diagnostics} = readLayers(found.path, entry.workspace?.name, known);
    // A problem of the whole file is shown at the entry in stack.yaml.
    const read = diagnostics.map((one) => (one.at === undefined ? {...one, ...entry.at()} : one));
    if (layers === undefined || read.some(isError)) return problems(...read);
    const built = await buildApplications(layers, {entry, naming, modules});
    return {...built, diagnostics: [...read, ...built.diagnostics]};
  },
  modules: (entry) => describeModules(workspaceModules(entry, open), entry),
});

const problems = (...diagnostics: Built['diagnostics']): Built => ({candidates: [], diagnostics});

function settingsOf(written: SourceEntry['written']): {readonly file: string; readonly naming: Naming} {
  const settings: Json = written ?? APPLICATION_FILE;
  const file = isObject(settings) ? settings['file'] : settings;
  const isKusion = isObject(settings) && settings['naming'] === 'kusion';
  return {file: typeof file === 'string' ? file : APPLICATION_FILE, naming: isKusion ? 'kusion' : 'short'};
}
