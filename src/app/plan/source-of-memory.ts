import {readObjects} from '../../config/manifests/read-objects.ts';
import {settle} from '../../config/manifests/settle.ts';
import {Name, Namespace} from '../../config/names.ts';
import {isError} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {whereAt} from '../release/locate-history.ts';
import {checkSecrets} from '../secret/check-secrets.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import {refuseMixedHistory} from '../workspace/find-workspace.ts';
import {placesOf} from '../workspace/workspace-locations.ts';
import type {LoadedStack} from './load-stack.ts';
import {orderStack} from './order-stack.ts';
import {announce, NOTHING, type PlanSource} from './plan-source.ts';
import type {PreviewRequest} from './release-requests.ts';
import type {StackInMemory} from './stack-in-memory.ts';

/**
 * Returns the objects that a program passes for a workspace. Reads no files of a stack. Workspaces and the backend come from the directory.
 * @throws GantryError input/usage for a stack that is not PROJECT/STACK, input/invalid with every problem of the objects
 */
export async function sourceOfMemory(
  {inMemory, ...request}: PreviewRequest & {readonly inMemory: StackInMemory},
  deps: Deps,
): Promise<PlanSource> {
  const named = namesOf(request.stack);
  const {namespace} = inMemory;
  if (namespace !== undefined && !Namespace.safeParse(namespace).success)
    throw usage(`namespace: ${namespace} is not the name of a namespace.`);
  const {stack: _, ...elsewhere} = request;
  const {workspacesDir} = await whereAt(elsewhere, deps);
  const chosen = await chooseWorkspace({request: elsewhere, ...defined({workspacesDir})}, deps);
  await refuseMixedHistory(chosen, await placesOf(workspacesDir, deps));
  const names = {...named, workspace: chosen.name};
  announce(chosen, deps, names);
  const built = request.operation === 'destroy' ? NOTHING : loadMemory(inMemory, request.allowEmpty === true);
  return {...built, names, chosen, namespace};
}

function namesOf(stack: string | undefined): {readonly project: string; readonly stack: string} {
  const names = (stack ?? '').split('/');
  const [project, own] = names;
  if (
    names.length === 2 &&
    names.every((name) => Name.safeParse(name).success) &&
    project !== undefined &&
    own !== undefined
  )
    return {project, stack: own};
  throw usage(`stack: ${stack === undefined ? 'a name is missing' : `${stack} is not a valid name`}.`);
}

const usage = (message: string): GantryError =>
  new GantryError({
    code: 'input/usage',
    message,
    hint: 'Resources in memory need the name of a stack as PROJECT/STACK.',
  });

function loadMemory({objects, namespace}: StackInMemory, allowEmpty: boolean): LoadedStack {
  const read = readObjects(objects);
  const {made: _, diagnostics: conflicts, ...settled} = settle(read.candidates, namespace);
  const loaded = {...settled, diagnostics: [...read.diagnostics, ...conflicts]};
  const diagnostics = [...loaded.diagnostics, ...checkSecrets(loaded)];
  if (diagnostics.some(isError)) throw new GantryError({code: 'input/invalid', diagnostics});
  if (objects.length === 0 && !allowEmpty)
    throw usage('resources: the list is empty, which would delete everything that the stack has applied.');
  return {loaded, order: orderStack(loaded)};
}
