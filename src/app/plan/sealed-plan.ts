import {resolve} from 'node:path';
import {findStack, type StackLocation} from '../../config/find-project.ts';
import {readPlanFile, unreadablePlan} from '../../config/plan-file.ts';
import {isSealedWith, type PlanFile} from '../../core/plan/plan-file.ts';
import {openTerraform, type SavedTerraform} from '../../core/plan/saved-terraform.ts';
import {openValues} from '../../core/secret/seal-values.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {hmacKey} from '../../engine/release/hmac-key.ts';
import {defined} from '../../lib/defined.ts';
import {once} from '../../lib/once.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {keyBackend} from './key-backend.ts';
import {fileOfSavedWorkspace} from './plan-workspace.ts';
import {contradiction, refuseOtherStack, refuseOtherWorkspace} from './refuse-other-stack.ts';
import type {PreviewRequest, StackRequest} from './release-requests.ts';

/** A saved plan with a valid seal, and the run that it requests. */
export type SealedPlan = {
  readonly saved: PlanFile;
  readonly request: PreviewRequest;
  /** The backend of that run. */
  readonly backend: () => Promise<Backend>;
};

/**
 * Reads a saved plan, and checks its seal before anything that it names is opened: the command line and the files of this checkout say
 * where the key of the seal is. A plan says no more than the names of its project and stack until then.
 * @throws GantryError plan/unreadable, input/usage, and as the backend does.
 */
export async function openSealedPlan(
  {file, ...given}: StackRequest & {readonly file: string},
  deps: Deps,
): Promise<SealedPlan> {
  const saved = readPlanFile(file);
  refuseOtherWorkspace(saved.plan, given);
  const directory = resolve(deps.cwd, given.directory ?? '.');
  const stack = given.stack ?? `${saved.request.project}/${saved.request.stack}`;
  // A release has no files: its stack is only a name.
  const location = saved.request.revision === undefined ? await findStack({directory, stack}) : undefined;
  if (location === undefined) refuseOtherStack(saved.plan, given);
  else refuseOtherFiles(saved, location);
  const place = {directory, stack, ...defined({workspace: given.workspace})};
  const first = await keyBackend(file, place, deps);
  await refuseUnsealed({file, saved}, first);
  const open = requestOf(saved, {...place, location, file}, deps);
  const {workspace} = open;
  const backend = once(() => deps.backendFor({...place, ...defined({workspace})}));
  // If each workspace has its own backend, the key of another one must not seal a plan for this one.
  if ((await backend()) !== first) await refuseUnsealed({file, saved}, await backend());
  const key = await hmacKey(await backend(), 'look');
  const generated = openValues(saved.generated, key);
  const fixed = {lineage: saved.plan.lineage, ...defined({terraform: terraformOf(saved, key)})};
  return {saved, request: {...open, saved: fixed, ...defined({generated})}, backend};
}

function terraformOf({terraform, bases}: PlanFile, key: Secret): SavedTerraform | undefined {
  const content = terraform === undefined ? undefined : openTerraform(terraform, key);
  return content && bases.terraform && {content, bases: bases.terraform};
}

async function refuseUnsealed(
  {file, saved}: {readonly file: string; readonly saved: PlanFile},
  backend: Backend,
): Promise<void> {
  if (isSealedWith(saved, await hmacKey(backend, 'look'))) return;
  const problem = 'a run with another backend saved it, or it was edited';
  const hint =
    backend.namespace === undefined
      ? 'Use the backend (GANTRY_HOME) that it was saved with.'
      : 'Use the backend that it was saved with. If that backend is in the cluster of a workspace, name the workspace with -w.';
  throw unreadablePlan(file, problem, hint);
}

type Place = {
  readonly directory: string;
  readonly stack: string;
  readonly workspace?: string;
  readonly location: StackLocation | undefined;
  readonly file: string;
};

function requestOf(saved: PlanFile, {location, file, ...place}: Place, deps: Deps): PreviewRequest {
  const {project: _project, stack: _stack, workspace, specFile, ...flags} = saved.request;
  const base = location?.stack.dir ?? place.directory;
  return {
    ...flags,
    ...place,
    workspace: place.workspace ?? fileOfSavedWorkspace({workspace, base, file, location}, deps),
    specFile: specFile === undefined ? undefined : resolve(base, specFile),
  };
}

function refuseOtherFiles({request: {project, stack}}: PlanFile, {project: p, stack: s}: StackLocation): void {
  if (p.name === project && s.name === stack) return;
  throw contradiction(`${p.name}/${s.name}`, `stack ${project}/${stack}`);
}
