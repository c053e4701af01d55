import type {ExternalKubernetes} from '../../core/shared/external-resource.ts';
import {EXTERNAL, isSharedStack, SHARED_PROJECT} from '../../core/stacks/shared-stacks.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {scopedName} from '../../core/workspace/workspace-scope.ts';
import {findExternal} from '../../engine/shared/external-resources.ts';
import {defined} from '../../lib/defined.ts';
import type {PlaceResolveDeps, ReleasedObject, ReleasedValue} from '../../ports/kubeconfig-place-descriptor.ts';
import type {Deps} from '../deps.ts';
import {findHistories} from '../release/find-histories.ts';
import {releasedStates} from '../release/released-states.ts';
import {stackWith} from '../stacks/stack-with.ts';
import type {AwaitedKubeconfig} from './awaited-origin.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';
import type {ContextRequest} from './context-request.ts';
import {findOther} from './other-workspace.ts';
import {valueProblem} from './read-reference.ts';
import {registeredValue, releasedValue} from './terraform-cluster.ts';

/** A shared resource of another workspace whose value is the kubeconfig of this one. */
export type SharedCluster = {
  readonly request: Pick<ContextRequest, 'chosen' | 'stackDir'>;
  readonly awaited: AwaitedKubeconfig;
  /** The workspace of the shared resource, as written. */
  readonly workspace: string;
  readonly resource: Parameters<PlaceResolveDeps['shared']>[1];
};

/**
 * Finds a shared resource in the releases of the shared stacks of another workspace, or among its external resources.
 * @throws GantryError 'context/kubeconfig' if no successful release and no registration has it, or several shared stacks do
 */
export async function sharedCluster(
  {request: {chosen, stackDir}, awaited, workspace: name, resource: {id, stack: ofStack, path}}: SharedCluster,
  deps: Deps,
): Promise<ReleasedObject | ReleasedValue> {
  const {workspace, field} = awaited;
  const wrong = (problem: string, hint?: string) =>
    valueProblem({code: 'context/kubeconfig', workspace, field, problem, hint});
  if (ofStack !== undefined && !isSharedStack(ofStack))
    throw wrong(
      `${ofStack} is not a shared stack`,
      'Name it as shared/STACK: the project of shared stacks is `shared`.',
    );
  const other = await findOther({from: chosen, name, directory: stackDir}, deps);
  const backend = await deps.backendFor({workspace: referenceTo(other), ...defined({directory: stackDir})});
  const histories = (await findHistories(backend, {project: SHARED_PROJECT, workspace: other.name})).filter(
    (names) => ofStack === undefined || stackText(names) === ofStack,
  );
  const stacks = await Promise.all(
    histories.map(async (names) => {
      const released = await releasedStates(names, backend);
      const states = released.states ?? [];
      const {revision, lineage} = released;
      return {name: stackText(names), ids: states.map((one) => one.id), states, revision, lineage};
    }),
  );
  const found = stackWith(id, stacks);
  // A registration beside a release that has the id is left from an interrupted adoption: the release counts.
  const external =
    'because' in found && ofStack === undefined
      ? (await findExternal({workspace: other.name, id}, backend))?.external
      : undefined;
  const terraform = {id, path, chosen: other, stackDir, backend, wrong};
  if (external !== undefined)
    return external.type === 'Kubernetes' ? registeredObject(external) : registeredValue(external, terraform, deps);
  if ('because' in found) {
    const what = `the shared resource ${id} of the workspace ${other.name}`;
    if (ofStack === undefined) throw wrong(`${what}: ${found.because} (${backend.name})`, found.hint);
    throw wrong(
      `${what} is not in a release of ${ofStack} (${backend.name})`,
      `Apply ${ofStack} in ${other.name} first.`,
    );
  }
  const state = found.states.find((one) => one.id === id);
  if (state === undefined) throw wrong(`${id} is not in the release of ${found.name}`);
  const use = {
    stack: found.name,
    id,
    ...defined({revision: found.revision, digest: state.desiredDigest}),
    workspace: other.name,
    fields: [],
  };
  if (state.type === 'Terraform') return {value: await releasedValue(state, found.lineage, terraform, deps), use};
  const {apiVersion, kind, namespace, name: object, uid} = state;
  return {apiVersion, kind, name: object, uid, ...defined({namespace}), use};
}

/** Returns the value of `-w` that leads to a workspace. */
const referenceTo = ({name, place, file, scope}: FoundWorkspace): string =>
  place === 'file' ? file : scope === undefined ? name : scopedName(scope, name);

/** Returns an external Kubernetes object, with the uid of its registration. */
function registeredObject({id, workspace, object}: ExternalKubernetes): ReleasedObject {
  return {...object, use: {stack: EXTERNAL, id, uid: object.uid, workspace, fields: []}};
}
