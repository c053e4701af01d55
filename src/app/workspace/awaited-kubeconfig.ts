import {declaredProvider} from '../../config/declared-provider.ts';
import type {StoreInFile} from '../../config/secret-store.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {parseSecretUri} from '../../core/secret/secret-uri.ts';
import type {ChildEnvironment} from '../../core/workspace/child-environment.ts';
import type {KubeconfigPlace, KubeconfigSource} from '../../core/workspace/kubeconfig-source.ts';
import type {ProviderName} from '../../core/workspace/provider-groups.ts';
import type {PlaceResolveDeps} from '../../ports/kubeconfig-place-descriptor.ts';
import {kubeconfigPlaceOf} from '../../registry/kubeconfig-places.ts';
import type {Deps} from '../deps.ts';
import {pickStore, workspaceStores} from '../secret/declared-stores.ts';
import type {AwaitedKubeconfig} from './awaited-origin.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';
import type {ContextRequest} from './context-request.ts';
import {withPins} from './known-pins.ts';
import {findOther} from './other-workspace.ts';
import {readReference, valueProblem} from './read-reference.ts';
import {resolveEnvironment} from './resolve-environment.ts';
import type {SharedCluster} from './shared-cluster.ts';
import type {Via} from './via.ts';

/** A kubeconfig that has to be fetched first. */
export type Await = {
  readonly request: ContextRequest;
  readonly awaited: AwaitedKubeconfig;
  readonly via: Via;
  /** Returns the kubeconfig of a workspace that is needed to fetch it. */
  readonly kubeconfigOf: (other: FoundWorkspace) => Promise<KubeconfigSource>;
};

/**
 * Resolves what is needed to fetch a kubeconfig: its references, and the workspace in between.
 * @throws GantryError 'context/kubeconfig' that names workspace and field, and never a value
 */
export async function placeOf(awaiting: Await, deps: Deps): Promise<KubeconfigPlace> {
  const {awaits, field} = awaiting.awaited;
  if (awaits.kind === 'reference') return contentOf(awaits.uri, awaiting, deps);
  const place = await kubeconfigPlaceOf(awaits.place).resolve(awaits.place, {
    secret: (name, uri) => read(awaiting, {field: `${field}.${name}`, uri}, deps),
    keysOf: (provider) => keysOf(provider, awaiting, deps),
    through: (workspace) => throughOther(workspace, awaiting, deps),
    shared: (workspace, resource) => sharedOf({...awaiting, workspace, resource}, deps),
    waitSeconds: awaiting.request.waitSeconds,
  });
  return {kind: 'remote', place};
}

async function contentOf(uri: string, awaiting: Await, deps: Deps): Promise<KubeconfigPlace> {
  const content = await read(awaiting, {field: awaiting.awaited.field, uri}, deps);
  const {chosen, inSpec} = awaiting.request;
  return {kind: 'content', content, ...(isNear(uri, chosen, inSpec) ? {reference: uri} : {fetched: uri})};
}

/** Reports whether the reference is in the user's own environment or files: their author needs no kubeconfig to run a program there. */
function isNear(uri: string, chosen: FoundWorkspace, inSpec: StoreInFile | undefined): boolean {
  const parsed = parseSecretUri(uri);
  if ('because' in parsed) return false;
  const picked = pickStore(workspaceStores(chosen, inSpec), parsed.store);
  return 'store' in picked && declaredProvider(picked.store.provider)?.descriptor.isNear === true;
}

const read = (
  {request: {chosen, inSpec}, via}: Await,
  {field, uri}: {readonly field: string; readonly uri: string},
  deps: Deps,
): Promise<Secret> => readReference({field, uri, code: 'context/kubeconfig'}, {chosen, inSpec, via}, deps);

const keysOf = (
  provider: ProviderName,
  {request: {chosen, specContext, inSpec, stackDir}, via}: Await,
  deps: Deps,
): Promise<ChildEnvironment> =>
  resolveEnvironment({chosen, specContext, inSpec, stackDir, via, only: [provider]}, deps);

/** Returns the error of the field that names the kubeconfig. */
const wrongField = ({awaited: {workspace, field}}: Await, problem: string, hint?: string): GantryError =>
  valueProblem({code: 'context/kubeconfig', workspace, field, problem, hint});

/** Finds a shared resource. If it is found nowhere because two workspaces need each other, the error names the cycle. */
async function sharedOf(
  {workspace, resource, ...awaiting}: Await & Pick<SharedCluster, 'workspace' | 'resource'>,
  deps: Deps,
): Promise<Awaited<ReturnType<PlaceResolveDeps['shared']>>> {
  try {
    return await (await import('./shared-cluster.ts')).sharedCluster({...awaiting, workspace, resource}, deps);
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    const {failure} = error;
    if (failure.code === 'workspace/not-found')
      throw convertedFailure(failure, workspace, (problem, hint) => wrongField(awaiting, problem, hint)) ?? error;
    const cycle = await throughOther(workspace, awaiting, deps).then(
      () => undefined,
      (reason: unknown) =>
        reason instanceof GantryError && reason.failure.code === 'input/usage' ? reason : undefined,
    );
    throw cycle ?? error;
  }
}

/** Returns the kubeconfig of the workspace whose cluster holds the Secret. */
async function throughOther(name: string, awaiting: Await, deps: Deps): Promise<KubeconfigSource> {
  const {
    request: {chosen, stackDir},
    kubeconfigOf,
  } = awaiting;
  const wrong = (problem: string, hint?: string): GantryError => wrongField(awaiting, problem, hint);
  try {
    const other = await findOther({from: chosen, name, directory: stackDir}, deps);
    return await withPins(other, await kubeconfigOf(other), deps);
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    throw convertedFailure(error.failure, name, wrong) ?? error;
  }
}

/** Converts an error of the other workspace to an error of the workspace that needs it. */
function convertedFailure(
  failure: Failure,
  name: string,
  wrong: (problem: string, hint?: string) => GantryError,
): GantryError | undefined {
  if (failure.code === 'workspace/not-found') {
    const known = failure.known.length === 0 ? undefined : `There are: ${failure.known.join(', ')}.`;
    return wrong(`there is no workspace ${name} (looked for: ${failure.looked.join(', ')})`, known);
  }
  if (failure.code !== 'context/kubeconfig') return undefined;
  const {workspace, field, problem, hint} = failure;
  return wrong(
    `its Secret is in the cluster of the workspace ${workspace}, which has no usable kubeconfig: ${field}: ${problem}`,
    hint ?? `Run "gantry workspace explain -w ${name}" to see where its values come from.`,
  );
}
