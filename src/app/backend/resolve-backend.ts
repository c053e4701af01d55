import {homedir} from 'node:os';
import {resolve} from 'node:path';
import {trustedPath} from '../../config/untrusted/checkout.ts';
import type {BackendConfig, DeclaredBackend} from '../../core/backend/backend-config.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {expandPath} from '../../core/workspace/expand-path.ts';
import {unreachable} from '../../lib/unreachable.ts';
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
import {UNASKED} from '../workspace/where-workspaces-lie.ts';
import type {BackendRequest, ChosenBackend} from './choose-backend.ts';

/**
 * A backend that can be opened: its paths absolute, its references resolved, its cluster found.
 * @throws GantryError for a path, a secret or a workspace that is not there. Contacts nothing.
 */
export async function resolveBackend(
  {declared, from, base, workspacesDir}: ChosenBackend,
  request: BackendRequest,
  deps: Deps,
): Promise<BackendConfig> {
  if (from === 'project.yaml') await requireAllowed(wantsOfBackend({declared, base}, deps), deps);
  const at = (path: string): string => absolute(path, {from, base, env: deps.env});
  switch (declared.kind) {
    case 'local':
      return {kind: 'local', directory: outsideOfCheckout(declared.path === undefined ? deps.home : at(declared.path))};
    case 's3': {
      const {caFile, credentials, secretStore, ...bucket} = declared;
      return {
        ...bucket,
        ...(caFile === undefined ? {} : {caFile: trustedPath(at(caFile))}),
        ...(credentials === undefined
          ? {}
          : {credentials: await readKeys(credentials, {from, base, secretStore}, deps)}),
        insecure: request.insecure === true,
      };
    }
    case 'kubernetes':
      return inCluster(declared, {request, workspacesDir, deps});
    default:
      return unreachable(declared);
  }
}

type Place = {readonly from: string; readonly base: string; readonly env: Deps['env']};

function absolute(path: string, {from, base, env}: Place): string {
  const expanded = expandPath(path, {env, home: env['HOME'] || env['USERPROFILE'] || homedir()});
  if ('path' in expanded) return resolve(base, expanded.path);
  throw new GantryError({code: 'input/usage', message: `the backend that ${from} names: ${expanded.problem}`});
}

type Keys = NonNullable<Extract<DeclaredBackend, {kind: 's3'}>['credentials']>;

type KeysFrom = {
  readonly from: string;
  readonly base: string;
  readonly secretStore: Extract<DeclaredBackend, {kind: 's3'}>['secretStore'] | undefined;
};

/** Not from a workspace's store: the workspace itself may lie in the backend. */
async function readKeys(
  {accessKeyId, secretAccessKey, sessionToken}: Keys,
  {from, base, secretStore = {provider: {env: {}}}}: KeysFrom,
  deps: Deps,
): Promise<NonNullable<Extract<BackendConfig, {kind: 's3'}>['credentials']>> {
  const reader = readerOf({of: `the backend that ${from} names`, main: {store: secretStore, base}, named: {}}, deps);
  const read = async (uri: string): Promise<Secret> => {
    const answer = await reader.read(uri);
    if ('value' in answer) return answer.value;
    const message = `the backend that ${from} names takes ${uri}: ${answer.because}`;
    const {hint, fault} = answer;
    if (fault !== undefined) throw unread([{message, hint, fault}]);
    throw new GantryError({code: 'input/usage', message, ...(hint === undefined ? {} : {hint})});
  };
  return {
    accessKeyId: await read(accessKeyId),
    secretAccessKey: await read(secretAccessKey),
    ...(sessionToken === undefined ? {} : {sessionToken: await read(sessionToken)}),
  };
}

type Around = {
  readonly workspacesDir: string | undefined;
  readonly request: BackendRequest;
  readonly deps: Deps;
};

/** The workspace whose cluster keeps the backend lies in a file: what is kept there cannot say where that is. */
async function inCluster(
  {namespace, workspace}: Extract<DeclaredBackend, {kind: 'kubernetes'}>,
  {request, workspacesDir, deps}: Around,
): Promise<BackendConfig> {
  const filesOnly = {...deps, backend: async () => UNASKED};
  const around = await filesAround(request, filesOnly);
  const named = workspace === undefined ? request : {...request, workspace};
  const chosen = await chooseWorkspace({request: named, workspacesDir, ...around}, filesOnly).catch(
    (error: unknown) => {
      throw workspace === undefined ? error : namedByBackend(error, {namespace, workspace});
    },
  );
  const {kubeconfig} = await resolveContext({chosen, resources: []}, filesOnly);
  const known = await lastPin(chosen, UNASKED, deps.home);
  return {kind: 'kubernetes', namespace, kubeconfig, ...(known === undefined ? {} : {lastPin: known})};
}

/** Not `-w` has named what is not there, and what is made in a backend would not be found. */
function namedByBackend(error: unknown, {namespace, workspace}: {namespace: string; workspace: string}): unknown {
  if (!(error instanceof GantryError) || error.failure.code !== 'workspace/not-found') return error;
  const {known} = error.failure;
  return new GantryError({
    code: 'input/usage',
    message: `the backend kubernetes://${namespace}?workspace=${workspace} lies in the cluster of the workspace ${workspace}, of which there is no file`,
    hint:
      known.length === 0
        ? `Write it: workspaces/${workspace}.yaml in the project`
        : `Workspaces that are files here: ${known.join(', ')}`,
  });
}

/** A stack that has no files here may still have releases. */
async function filesAround({stack, ...place}: BackendRequest, deps: Deps): Promise<Surroundings> {
  if (stack === undefined) return surroundings(place, deps);
  return surroundings({...place, stack}, deps).catch(() => surroundings(place, deps));
}
