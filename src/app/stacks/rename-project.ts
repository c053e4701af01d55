import {basename, join, resolve} from 'node:path';
import type {RenamedProject} from '../../config/documents/rename-output.ts';
import {PROJECT_FILE} from '../../config/own-files.ts';
import {readProject} from '../../config/read-project.ts';
import {stackDirectory} from '../../config/stack-search.ts';
import {
  filesWithReferences,
  fileWithName,
  type RenamedFile,
  writeRenamed,
} from '../../config/stacks/files-to-rename.ts';
import {stacksAround} from '../../config/stacks/known-stacks.ts';
import type {NewName} from '../../config/stacks/renamed-text.ts';
import {indexedHistories} from '../../engine/backend/copy-keys.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {placeOfMove} from '../release/history-move.ts';
import {movesOf, renameHistories} from '../release/rename-histories.ts';
import {refuseUsedRename} from '../shared/refuse-used-rename.ts';
import {refuseBadName, refuseWorkspace, sameName} from './new-name.ts';

/** Request of `gantry project rename`. */
export type RenameProject = StackRequest & {
  readonly to: string;
  readonly lockTimeoutSeconds: number;
  /** Asks for confirmation, when the effects are known. */
  readonly confirm: (effects: RenamedProject) => Promise<boolean>;
};

/**
 * Renames a project: the releases of all its stacks, project.yaml, and the files that name its stacks. No cluster is contacted. Running it
 * again after a crash completes the rename.
 * @throws GantryError input/usage, input/invalid, stack/exists, release/locked
 */
export async function renameProject(request: RenameProject, deps: Deps): Promise<RenamedProject> {
  const {to} = request;
  refuseBadName(to);
  const {name, dir, file} = projectAt(resolve(deps.cwd, request.directory ?? '.'));
  const backend = await deps.backendFor({directory: dir});
  refuseWorkspace(request, backend);
  const from = name === to ? await interruptedFrom(to, backend) : name;
  if (from === undefined) throw sameName('project', to);
  await refuseUsedRename({project: from}, backend);
  const newName: NewName = ({project, stack}) => (project === from ? {project: to, stack} : undefined);
  const isNew = ({project}: {readonly project: string}): boolean => project === to;
  const {moves, left} = await movesOf({backend, newName, isNew, directory: dir});
  const files = filesOf({dir, file, isNamed: name === to}, newName, to);
  const effects: RenamedProject = {
    formatVersion: 1,
    project: from,
    to,
    outcome: 'renamed',
    releases: moves.map(placeOfMove),
    left: left.map(placeOfMove),
    files: files.map((one) => one.file),
  };
  if (!(await request.confirm(effects))) return {...effects, outcome: 'declined'};
  const {lockTimeoutSeconds} = request;
  await renameHistories({moves, backend, directory: dir, lockTimeoutSeconds}, () => writeRenamed(files), deps);
  return effects;
}

type At = {readonly name: string; readonly dir: string; readonly file: string};

/** Finds the project. A stack without a project.yaml is a project of its own, and gets one. */
function projectAt(directory: string): At {
  const project = readProject(directory);
  if (project !== undefined) return project;
  const dir = stackDirectory({directory});
  return {name: basename(dir), dir, file: join(dir, PROJECT_FILE)};
}

/** Returns the old name of a rename that was interrupted after the files were changed: a second name of the same histories. */
async function interruptedFrom(to: string, backend: Backend): Promise<string | undefined> {
  const all = await indexedHistories(backend);
  const own = new Set(all.filter(({names}) => names.project === to).map(({entry}) => entry.lineage));
  return all.find(({names, entry}) => names.project !== to && own.has(entry.lineage))?.names.project;
}

type Place = Pick<At, 'dir' | 'file'> & {readonly isNamed: boolean};

/** Returns the files to change; project.yaml comes last. */
function filesOf({dir, file, isNamed}: Place, newName: NewName, to: string): readonly RenamedFile[] {
  const others = filesWithReferences(stacksAround(dir), newName).filter((one) => one.file !== file);
  return isNamed ? others : [...others, fileWithName(file, to)];
}
