import {homedir} from 'node:os';
import {resolve} from 'node:path';
import {showBackend} from '../../config/backend/show-backend.ts';
import {declaredWrappers} from '../../config/encryption.ts';
import {trustedPath} from '../../config/untrusted/checkout.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {Secret} from '../../core/secret/secret.ts';
import {ofCluster} from '../../core/workspace/cluster-pin.ts';
import {expandPath} from '../../core/workspace/expand-path.ts';
import {isSecretReference} from '../../core/workspace/mask.ts';
import {defined} from '../../lib/defined.ts';
import type {ClusterOfBackend, ResolveDeps} from '../../ports/backend-descriptor.ts';
import {type BackendConfig, descriptorOf} from '../../registry/backends.ts';
import {DEFAULT_STORE} from '../../registry/secret-stores.ts';
import type {Deps} from '../deps.ts';
import {readerOf} from '../secret/secret-reader.ts';
import {unread} from '../secret/unread.ts';
import {requireAllowed} from '../trust/require-consent.ts';
import {wantsOfBackend} from '../trust/wants-of-backend.ts';
import {outsideOfCheckout} from '../untrusted/outside-of-checkout.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import {lastPin} from '../workspace/last-pin.ts';
import {resolveContext} from '../workspace/resolve-context.ts';
import {type Surroundings, surroundings} from '../workspace/surroundings.ts';
import {UNASKED} from '../workspace/workspace-locations.ts';
import type {BackendRequest, ChosenBackend} from './choose-backend.ts';

/**
 * Resolves a backend so that it can be opened: its paths absolute, its references resolved, its cluster found.
 * @throws GantryError for a path, a secret or a workspace that is not there. Contacts nothing.
 */
export async function resolveBackend(
  {declared, from, base, workspacesDir}: ChosenBackend,
  request: BackendRequest,
  deps: Deps,
): Promise<BackendConfig> {
  if (from === 'project.yaml') await requireAllowed(wantsOfBackend({declared, base}, deps), deps);
  const at = (path: string): string => absolute(path, {from, base, env: deps.env});
  const wrappers = declaredWrappers(declared.sealing);
  const secrets = secretsFor({from, base}, deps);
  const sealing = await Promise.all(
    wrappers.map(async ({descriptor, declared: way}) =>
      descriptor.resolve(way, {
        place: (path) => trustedPath(at(path)),
        secret: async (text) =>
          isSecretReference(text) ? one(await secrets({reference: text}, undefined)) : new Secret(text),
      }),
    ),
  );
  const config = await descriptorOf(declared).resolve(declared, {
    insecure: request.insecure === true,
    directory: (path) => outsideOfCheckout(path === undefined ? deps.home : at(path)),
    certificates: (path) => trustedPath(at(path)),
    secrets,
    cluster: (workspace) => clusterFor(workspace, {request, workspacesDir, shown: showBackend(declared), deps}),
  });
  return sealing.length === 0 ? config : {...config, sealing};
}

function one({reference}: Readonly<Record<string, Secret>>): Secret {
  if (reference === undefined) throw new Error('a reference was read, and no value returned');
  return reference;
}

type Place = {readonly from: string; readonly base: string; readonly env: Deps['env']};

function absolute(path: string, {from, base, env}: Place): string {
  const expanded = expandPath(path, {env, home: env['HOME'] || env['USERPROFILE'] || homedir()});
  if ('path' in expanded) return resolve(base, expanded.path);
  throw new GantryError({
    code: 'input/usage',
    message: `the path of the backend that ${from} names cannot be used: ${expanded.problem}`,
  });
}

/**
 * Resolves the secrets of a backend. It does not use the store of a workspace, because the workspace itself may be stored in the backend.
 */
const secretsFor =
  ({from, base}: Pick<Place, 'from' | 'base'>, deps: Deps): ResolveDeps['secrets'] =>
  async (references, store) => {
    const main = {store: store ?? DEFAULT_STORE, base};
    const reader = readerOf({of: `the backend that ${from} names`, main, named: {}}, deps);
    const read = async (uri: string): Promise<Secret> => {
      const answer = await reader.read(uri);
      if ('value' in answer) return answer.value;
      const message = `cannot read ${uri} for the backend that ${from} names: ${answer.because}`;
      const {hint, fault} = answer;
      if (fault !== undefined) throw unread([{message, hint, fault}]);
      throw new GantryError({code: 'input/usage', message, ...defined({hint})});
    };
    const found: Record<string, Secret> = {};
    for (const [name, uri] of Object.entries(references)) if (uri !== undefined) found[name] = await read(uri);
    return found;
  };

type Around = {
  /** The backend, for messages. */
  readonly shown: string;
  readonly workspacesDir: string | undefined;
  readonly request: BackendRequest;
  readonly deps: Deps;
};

/** Finds the workspace whose cluster holds the backend. It must be a file: a workspace in that backend cannot say where the backend is. */
async function clusterFor(
  workspace: string | undefined,
  {request, workspacesDir, shown, deps}: Around,
): Promise<ClusterOfBackend> {
  const filesOnly = {...deps, backend: async () => UNASKED};
  const around = await filesAround(request, filesOnly);
  const named = workspace === undefined ? request : {...request, workspace};
  const chosen = await chooseWorkspace({request: named, workspacesDir, ...around}, filesOnly).catch(
    (error: unknown) => {
      throw workspace === undefined ? error : namedByBackend(error, {shown, workspace});
    },
  );
  const {kubeconfig} = await resolveContext({chosen, resources: []}, filesOnly);
  return {kubeconfig, lastPin: ofCluster(await lastPin(chosen, UNASKED, deps.home))};
}

/** Rewrites the error for a workspace that the backend names: `-w` did not name it, and creating it in a backend would not help. */
function namedByBackend(error: unknown, {shown, workspace}: {shown: string; workspace: string}): unknown {
  if (!(error instanceof GantryError) || error.failure.code !== 'workspace/not-found') return error;
  return new GantryError({code: 'backend/no-workspace', backend: shown, workspace, known: error.failure.known});
}

/** Finds the files around the command. A stack without files here may still have releases. */
async function filesAround({stack, ...place}: BackendRequest, deps: Deps): Promise<Surroundings> {
  if (stack === undefined) return surroundings(place, deps);
  return surroundings({...place, stack}, deps).catch(() => surroundings(place, deps));
}
