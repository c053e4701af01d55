import {resolve} from 'node:path';
import type {RenamedStack} from '../../config/documents/rename-output.ts';
import {findStack, type StackLocation} from '../../config/find-project.ts';
import {
  filesWithReferences,
  fileWithName,
  type RenamedFile,
  writeRenamed,
} from '../../config/stacks/files-to-rename.ts';
import {type KnownStack, stacksAround} from '../../config/stacks/known-stacks.ts';
import type {NewName} from '../../config/stacks/renamed-text.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {type StackName, stackText} from '../../core/stacks/stack-name.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {findHistories} from '../release/find-histories.ts';
import {type Moves, placeOfMove} from '../release/history-move.ts';
import {splitStack} from '../release/name-history.ts';
import {movesOf, renameHistories} from '../release/rename-histories.ts';
import {refuseUsedRename} from '../shared/refuse-used-rename.ts';
import {refuseBadName, refuseWorkspace, sameName} from './new-name.ts';

/** Request of `gantry stack rename`. */
export type RenameStack = StackRequest & {
  /** The stack: STACK, PROJECT/STACK or a path. */
  readonly name: string;
  readonly to: string;
  readonly lockTimeoutSeconds: number;
  /** Asks for confirmation, when the effects are known. */
  readonly confirm: (effects: RenamedStack) => Promise<boolean>;
};

/**
 * Renames a stack: its releases in every workspace, its stack.yaml, and the files that name it. No cluster is contacted, because objects
 * belong to a lineage, which stays. Running it again after a crash completes the rename.
 * @throws GantryError input/usage, input/invalid, stack/exists, release/locked
 */
export async function renameStack(request: RenameStack, deps: Deps): Promise<RenamedStack> {
  const {name, to} = request;
  refuseBadName(to);
  const found = await find(request, deps);
  const {from, backend, location} = found;
  refuseWorkspace(request, backend);
  if (from.stack === to) throw sameName('stack', to);
  const next = {project: from.project, stack: to};
  refuseOtherStack(found, next);
  await refuseUsedRename(from, backend);
  const newName: NewName = (stack) => (stackText(stack) === stackText(from) ? next : undefined);
  const isNew = (stack: StackName): boolean => stackText(stack) === stackText(next);
  const {moves, left} = await movesOf({
    backend,
    newName,
    isNew,
    isNamed: location?.stack.name === to,
    directory: location?.stack.dir,
  });
  const files = filesOf(found, newName, to);
  if (moves.length === 0 && files.length === 0) throw nothingToRename(name, {left}, next);
  const effects: RenamedStack = {
    formatVersion: 1,
    ...from,
    to,
    outcome: 'renamed',
    releases: moves.map(placeOfMove),
    left: left.map(placeOfMove),
    files: files.map(({file}) => file),
  };
  if (!(await request.confirm(effects))) return {...effects, outcome: 'declined'};
  const {lockTimeoutSeconds} = request;
  await renameHistories(
    {moves, backend, directory: location?.stack.dir, lockTimeoutSeconds},
    () => writeRenamed(files),
    deps,
  );
  return effects;
}

type Found = {
  readonly from: StackName;
  readonly backend: Backend;
  /** Absent if only the backend knows the stack. */
  readonly location?: StackLocation | undefined;
  /** The stacks whose files may name it. */
  readonly around: readonly KnownStack[];
};

/** Finds the stack in the files under its old name, then under its new one, then in the backend alone. */
async function find({name, to, directory}: RenameStack, deps: Deps): Promise<Found> {
  const base = resolve(deps.cwd, directory ?? '.');
  const old = splitStack(name);
  const [location, error] = await located(base, name);
  // `-s` also finds a stack by the name of its directory.
  if (location !== undefined && location.stack.name !== to)
    return {from: {project: location.project.name, stack: location.stack.name}, ...(await placeOf(location, deps))};
  // The files were changed by hand, or by an interrupted rename.
  const asNew = old.project === undefined ? to : `${old.project}/${to}`;
  const renamed = location ?? (await located(base, asNew))[0];
  if (renamed !== undefined && old.stack !== undefined)
    return {from: {project: renamed.project.name, stack: old.stack}, ...(await placeOf(renamed, deps))};
  const backend = await deps.backend();
  const [first, ...others] = new Map(
    (await findHistories(backend, old)).map(({project, stack}) => [stackText({project, stack}), {project, stack}]),
  ).values();
  if (first === undefined) throw error;
  if (others.length === 0) return {from: first, backend, around: []};
  const message = `several stacks have the name ${name}: ${[first, ...others].map(stackText).join(', ')}`;
  throw new GantryError({code: 'input/usage', message, hint: 'Name it as PROJECT/STACK.'});
}

async function located(directory: string, stack: string): Promise<readonly [StackLocation | undefined, unknown]> {
  try {
    return [await findStack({directory, stack}), undefined];
  } catch (error) {
    const isMissing =
      error instanceof GantryError &&
      error.failure.code === 'input/invalid' &&
      error.failure.diagnostics.every(({code}) => MISSING.has(code));
    if (isMissing) return [undefined, error];
    throw error;
  }
}

const MISSING: ReadonlySet<string> = new Set(['stack/not-found', 'stack/none']);

const placeOf = async (location: StackLocation, deps: Deps): Promise<Omit<Found, 'from'>> => ({
  location,
  backend: await deps.backendFor({directory: location.stack.dir}),
  around: stacksAround(location.stack.dir),
});

function refuseOtherStack({around, location}: Found, next: StackName): void {
  const other = around.find((one) => stackText(one) === stackText(next) && one.dir !== location?.stack.dir);
  if (other !== undefined) throw new GantryError({code: 'stack/exists', name: stackText(next), directory: other.dir});
}

/** Returns the files to change; stack.yaml comes last. */
function filesOf({location, around}: Found, newName: NewName, to: string): readonly RenamedFile[] {
  if (location === undefined) return [];
  const referring = filesWithReferences(around, newName);
  const own = fileWithName(location.stack.file, to, referring);
  const others = referring.filter(({file}) => file !== own.file);
  return location.stack.name === to ? others : [...others, own];
}

function nothingToRename(name: string, {left}: Pick<Moves, 'left'>, next: StackName): GantryError {
  const why =
    left.length === 0
      ? `${name} has no releases, and no file contains its name`
      : `the releases of ${name} are from another repository`;
  return new GantryError({
    code: 'input/usage',
    message: `nothing was renamed: ${why}`,
    hint: `If it was renamed before, "gantry release list -s ${stackText(next)}" shows its releases.`,
  });
}
