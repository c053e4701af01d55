import {dirname, resolve} from 'node:path';
import {isError} from '../../../core/diagnostic/diagnostic.ts';
import {isObject, type Json} from '../../../core/json.ts';
import type {Naming} from '../../../core/module/module.ts';
import type {SourceRecord} from '../../../core/release/source-record.ts';
import {partOf} from '../../../core/variation/located.ts';
import {defined} from '../../../lib/defined.ts';
import {readLayers} from '../../application/read-layers.ts';
import {recordOfModules} from '../fetched/locked-module.ts';
import {pathInProject} from '../path-in-project.ts';
import type {Built, Source, SourceEntry} from '../source.ts';
import {APPLICATION_FILE} from './application-file.ts';
import {buildApplications} from './build-applications.ts';
import {hasFetchedModules, lockModules} from './lock-modules.ts';
import {keysOf, usesOf} from './uses-of.ts';
import {type ModuleTools, type WorkspaceModules, workspaceModules} from './workspace-modules.ts';

/** Returns the source of the objects of applications. */
export const appSource = (tools: ModuleTools): Source => ({
  inputs: ({written, place}) => {
    const file = resolve(place.stackDir, settingsOf(written).file);
    // The files of workspaces are beside it.
    return {directories: dirname(file) === place.stackDir ? [] : [dirname(file)], files: [file]};
  },
  build: async (entry, _facts) => {
    const {file, naming} = settingsOf(entry.written);
    const found = pathInProject('app', file, entry);
    if ('candidates' in found) return found;
    const {layers, diagnostics} = readLayers(found.path, entry.workspace?.name);
    // A problem of the whole file is shown at the entry in stack.yaml.
    const read = diagnostics.map((one) => (one.at === undefined ? {...one, ...entry.at()} : one));
    if (layers === undefined || read.some(isError)) return problems(...read);
    const modules = workspaceModules(entry, tools);
    const built = await buildApplications(layers, {entry, naming, modules});
    const record = recordOf(file, modules);
    return {...built, ...defined({record}), diagnostics: [...read, ...built.diagnostics]};
  },
  lock: async (entry, upgrade) => {
    const {open, tools: fetchers} = tools;
    if (open === undefined || fetchers === undefined) return [];
    if (!hasFetchedModules(entry)) return [];
    const found = pathInProject('app', settingsOf(entry.written).file, entry);
    if ('candidates' in found) return found;
    const {layers, diagnostics} = readLayers(found.path, entry.workspace?.name);
    if (layers === undefined) return problems(...diagnostics);
    const names = keysOf(layers.whole).flatMap((application) => {
      const node = partOf(layers.whole, application);
      return node === undefined ? [] : usesOf(application, node).map(({module}) => module);
    });
    return lockModules({names: new Set(names), entry, upgrade}, {open, tools: fetchers});
  },
});

/** Returns the record of the modules that others publish. Absent: none was used. */
function recordOf(file: string, {used}: WorkspaceModules): SourceRecord | undefined {
  if (used.size === 0) return undefined;
  return recordOfModules(
    file,
    [...used].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one),
  );
}

const problems = (...diagnostics: Built['diagnostics']): Built => ({candidates: [], diagnostics});

function settingsOf(written: SourceEntry['written']): {readonly file: string; readonly naming: Naming} {
  const settings: Json = written ?? APPLICATION_FILE;
  const file = isObject(settings) ? settings['file'] : settings;
  const isKusion = isObject(settings) && settings['naming'] === 'kusion';
  return {file: typeof file === 'string' ? file : APPLICATION_FILE, naming: isKusion ? 'kusion' : 'short'};
}
