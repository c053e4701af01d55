import {resolve} from 'node:path';
import {findStack, type StackLocation} from '../config/find-project.ts';
import {readPlanFile, unreadablePlan} from '../config/plan-file.ts';
import {GantryError} from '../core/failure/failure.ts';
import {movedBases, type Rested} from '../core/plan/moved-bases.ts';
import {isSealedWith, type PlanFile} from '../core/plan/plan-file.ts';
import {looksLikeFile} from '../core/workspace/workspace-name.ts';
import {hmacKey} from '../engine/release/hmac-key.ts';
import {once} from '../lib/once.ts';
import {applyPrepared} from './apply-release.ts';
import type {Deps} from './deps.ts';
import {basesOf} from './plan-bases.ts';
import {preparePlan} from './prepare-plan.ts';
import type {ApplyOutcome, ApplyRequest, PreviewRequest, StackRequest} from './release-requests.ts';
import {contradiction, refuseOtherStack, refuseOtherWorkspace} from './saved-for.ts';

export type ApplyPlanFile = StackRequest &
  Omit<ApplyRequest, keyof PreviewRequest | 'confirm'> & {
    readonly file: string;
  };

/**
 * Applies a saved plan exactly, or not at all: makes it again from the same flags and compares what it rests on. Nobody is asked:
 * to apply the file is the yes.
 * @throws GantryError plan/unreadable; plan/stale with everything that has moved; and as applyRelease does.
 */
export async function applyPlanFile({file, ...run}: ApplyPlanFile, given: Deps): Promise<ApplyOutcome> {
  const saved = readPlanFile(file);
  const request = await requestOf(saved, run, given);
  // The plan names its workspace, and with it the cluster of a backend that lies in the workspace's own.
  const {directory = given.cwd, stack, workspace} = request;
  const place = {directory, ...(stack === undefined ? {} : {stack}), ...(workspace === undefined ? {} : {workspace})};
  const deps = {...given, backend: once(() => given.backendFor(place))};
  if (!isSealedWith(saved, await hmacKey(await deps.backend(), 'look'))) {
    const problem = 'a run with another backend saved it, or somebody edited it';
    throw unreadablePlan(file, problem, 'Use the backend (GANTRY_HOME) that it was saved with.');
  }
  return applyRested({saved, what: file, request: {...run, ...request}}, deps);
}

export type ApplyRested = {
  /** A plan that was shown, and what it rests on. */
  readonly saved: Rested;
  /** As it is told: a file, or the plan of a stack. */
  readonly what: string;
  readonly request: Omit<ApplyRequest, 'confirm'>;
};

/**
 * Makes a plan once more, and applies it if it is still the one that was shown.
 * @throws GantryError plan/stale with everything that has moved; and as applyRelease does.
 */
export async function applyRested({saved, what, request}: ApplyRested, deps: Deps): Promise<ApplyOutcome> {
  await using prepared = await preparePlan(request, deps);
  const moved = movedBases(saved, {plan: prepared.plan, bases: basesOf(prepared)});
  if (moved.length > 0) {
    const detail = `${moved.length === 1 ? 'one thing that' : `${moved.length} things that`} ${what} rests on moved`;
    throw new GantryError({code: 'plan/stale', detail, diagnostics: moved});
  }
  // Awaited here: the connection is closed when this function returns.
  return await applyPrepared(prepared, {...request, confirm: yes}, deps);
}

/**
 * The stack and the workspace that a saved plan is for, however the command line that applies it names them.
 * @throws GantryError plan/unreadable, input/usage.
 */
export async function stackOfPlanFile(
  {file, ...given}: StackRequest & {readonly file: string},
  deps: Deps,
): Promise<StackRequest> {
  const {directory, stack, workspace} = await requestOf(readPlanFile(file), given, deps);
  return {
    ...(directory === undefined ? {} : {directory}),
    ...(stack === undefined ? {} : {stack}),
    ...(workspace === undefined ? {} : {workspace}),
  };
}

const yes = async (): Promise<boolean> => true;

async function requestOf(saved: PlanFile, given: StackRequest, deps: Deps): Promise<PreviewRequest> {
  const {project, stack, workspace, specFile, ...flags} = saved.request;
  const directory = resolve(deps.cwd, given.directory ?? '.');
  const name = given.stack ?? `${project}/${stack}`;
  refuseOtherWorkspace(saved.plan, given);
  // A release has no files: its stack is only a name.
  const location = flags.revision === undefined ? await findStack({directory, stack: name}) : undefined;
  if (location === undefined) refuseOtherStack(saved.plan, given);
  else refuseOtherFiles(saved, location);
  const base = location?.stack.dir ?? directory;
  const near = looksLikeFile(workspace) ? resolve(base, workspace) : workspace;
  return {
    ...flags,
    directory,
    stack: name,
    workspace: given.workspace ?? near,
    ...(specFile === undefined ? {} : {specFile: resolve(base, specFile)}),
    lineage: saved.plan.lineage,
  };
}

function refuseOtherFiles({request: {project, stack}}: PlanFile, {project: p, stack: s}: StackLocation): void {
  if (p.name === project && s.name === stack) return;
  throw contradiction(`${p.name}/${s.name}`, `stack ${project}/${stack}`);
}
