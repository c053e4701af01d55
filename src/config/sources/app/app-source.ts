import {existsSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import {type Diagnostic, isError} from '../../../core/diagnostic/diagnostic.ts';
import {isObject, type Json} from '../../../core/json.ts';
import type {Naming} from '../../../core/module/module.ts';
import type {SourceRecord} from '../../../core/release/source-record.ts';
import {claimKey} from '../../../core/stacks/shared-claim.ts';
import {partOf} from '../../../core/variation/located.ts';
import {ACCESSORIES} from '../../../registry/modules.ts';
import {overlayPath, type ReadLayers, readLayers} from '../../application/read-layers.ts';
import {recordOfModules} from '../fetched/locked-module.ts';
import {NO_LOCK} from '../lock-use.ts';
import {pathInProject} from '../path-in-project.ts';
import type {Built, Source, SourceDeps, SourceEntry} from '../source.ts';
import {APPLICATION_FILE, applicationFilesIn, isProgram} from './application-file.ts';
import {buildApplications} from './build-applications.ts';
import {buildRecipe} from './build-recipe.ts';
import {describeModules} from './describe-modules.ts';
import {hasFetchedModules, lockModules} from './lock-modules.ts';
import {keysOf, usesOf} from './uses-of.ts';
import {type ModuleTools, type WorkspaceModules, workspaceModules} from './workspace-modules.ts';

/** The functions that open modules of the workspace and programs. */
export type AppTools = {readonly modules: ModuleTools; readonly openPrograms: SourceDeps['openPrograms']};

/** Returns the source of the objects of applications. */
export const appSource = ({modules: tools, openPrograms}: AppTools): Source => ({
  inputs: (entry) => {
    if (entry.recipe !== undefined) return {directories: [], files: []};
    const {stackDir} = entry.place;
    const file = resolve(stackDir, settingsOf(entry).file);
    // The files of workspaces, and those that a program imports, are beside it.
    return {directories: dirname(file) === stackDir ? [] : [dirname(file)], files: [file]};
  },
  build: async (entry, _facts) => {
    if (entry.recipe !== undefined) {
      const modules = workspaceModules(entry, tools);
      const built = await buildRecipe(entry.recipe, entry, modules);
      const record = recordOf(`claim ${claimKey(entry.recipe)}`, modules);
      return record === undefined ? built : {...built, records: [...(built.records ?? []), record]};
    }
    const {file, naming} = settingsOf(entry);
    const found = pathInProject('app', file, entry);
    if ('candidates' in found) return found;
    const several = entry.written === undefined ? applicationFilesIn(entry.place.stackDir) : [];
    if (several.length > 1) return problems(ambiguous(several));
    const modules = workspaceModules(entry, tools);
    const {layers, diagnostics} = await readFile(found.path, entry, {modules, openPrograms});
    // A problem of the whole file is shown at the entry in stack.yaml.
    const read = diagnostics.map((one) => (one.at === undefined ? {...one, ...entry.at()} : one));
    if (layers === undefined || read.some(isError)) return problems(...read);
    const built = await buildApplications(layers, {entry, naming, modules});
    const record = recordOf(file, modules);
    const records = [...(built.records ?? []), ...(record === undefined ? [] : [record])];
    return {...built, records, diagnostics: [...read, ...built.diagnostics]};
  },
  lock: async (entry, upgrade, only) => {
    const {open, tools: fetchers} = tools;
    if (open === undefined || fetchers === undefined) return [];
    const names = await usedModules(entry, {modules: workspaceModules(entry, tools), openPrograms});
    if ('candidates' in names) return names;
    const wanted = only === undefined ? names : names.intersection(new Set([only]));
    return lockModules({names: wanted, entry, upgrade}, {open, tools: fetchers});
  },
  checkLock: async (entry, lock) => {
    const names = await usedModules(entry, {modules: workspaceModules(entry, tools), openPrograms});
    if ('candidates' in names) return NO_LOCK;
    return (await import('./check-module-locks.ts')).checkModuleLocks({names, entry, lock});
  },
  modules: (entry) => describeModules(workspaceModules(entry, tools), entry),
});

/** Returns the record of published modules. Absent: none was used. */
function recordOf(file: string, {used}: WorkspaceModules): SourceRecord | undefined {
  if (used.size === 0) return undefined;
  return recordOfModules(
    file,
    [...used].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one),
  );
}

type Reading = {readonly modules: WorkspaceModules; readonly openPrograms: SourceDeps['openPrograms']};

async function readFile(path: string, entry: SourceEntry, {modules, openPrograms}: Reading): Promise<ReadLayers> {
  const {workspace, names} = entry;
  const known = new Set([...Object.keys(ACCESSORIES), ...modules.names]);
  if (!isProgram(path)) return readLayers(path, workspace?.name, {modules: known});
  const {programOverlay, readProgram} = await import('../../application/read-program.ts');
  const overlays =
    workspace === undefined
      ? []
      : ['ts', 'js'].map((form) => `${overlayPath(path, workspace.name).slice(0, -4)}${form}`);
  const program = overlays.find((overlay) => existsSync(overlay));
  if (program !== undefined) return {diagnostics: [programOverlay(program)]};
  return readLayers(path, workspace?.name, {base: await readProgram(path, {names, workspace, open: openPrograms})});
}

/** Returns the modules that the applications of an entry use. None without published modules, because only these are locked. */
async function usedModules(entry: SourceEntry, reading: Reading): Promise<Set<string> | Built> {
  if (!hasFetchedModules(entry)) return new Set();
  if (entry.recipe !== undefined) return new Set([entry.recipe.module]);
  const found = pathInProject('app', settingsOf(entry).file, entry);
  if ('candidates' in found) return found;
  const {layers, diagnostics} = await readFile(found.path, entry, reading);
  if (layers === undefined) return problems(...diagnostics);
  const names = keysOf(layers.whole).flatMap((application) => {
    const node = partOf(layers.whole, application);
    return node === undefined ? [] : usesOf(application, node).map(({module}) => module);
  });
  return new Set(names);
}

const ambiguous = (files: readonly string[]): Diagnostic => ({
  severity: 'error',
  code: 'source/app',
  message: `the stack has several application files: ${files.join(', ')}`,
  hint: 'Remove all but one, or name those to use in `sources` of stack.yaml.',
});

const problems = (...diagnostics: Built['diagnostics']): Built => ({candidates: [], diagnostics});

function settingsOf({written, place}: Pick<SourceEntry, 'written' | 'place'>): {
  readonly file: string;
  readonly naming: Naming;
} {
  const settings: Json = written ?? applicationFilesIn(place.stackDir)[0] ?? APPLICATION_FILE;
  const file = isObject(settings) ? settings['file'] : settings;
  const isKusion = isObject(settings) && settings['naming'] === 'kusion';
  return {file: typeof file === 'string' ? file : APPLICATION_FILE, naming: isKusion ? 'kusion' : 'short'};
}
