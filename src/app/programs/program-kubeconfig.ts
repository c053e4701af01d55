import {defined} from '../../lib/defined.ts';
import type {FlatKubeconfig} from '../../ports/flat-kubeconfig.ts';
import type {BackendRequest} from '../backend/choose-backend.ts';
import type {Deps} from '../deps.ts';
import {bindFirst} from './bind-first.ts';
import {checkAddress} from './check-address.ts';
import {loginProgram} from './login-program.ts';
import type {ProgramContext} from './open-context.ts';

/** The kubeconfig that a program gets. */
export type ProgramKubeconfig = {
  readonly context: ProgramContext;
  readonly request: BackendRequest;
  /** True for a kubeconfig without a credential, which requests one from `gantry credential`. */
  readonly withLogin: boolean;
  /** The name of its context, cluster and user. Default: unchanged. */
  readonly name?: string;
  /** True if the user keeps the kubeconfig. A login then calls the launcher. */
  readonly stays?: boolean;
};

/**
 * Returns the kubeconfig of a workspace for programs.
 * @throws GantryError 'cluster/other' where it leads to another cluster than the one pinned
 */
export async function programKubeconfig(
  {context, request, withLogin, name, stays = false}: ProgramKubeconfig,
  deps: Deps,
): Promise<FlatKubeconfig> {
  const {kubeconfig} = context;
  // For a user with an identity of their own it holds server and CA only: the token is renewed, so it is in no file.
  const logsIn = withLogin || kubeconfig.identity !== undefined;
  const flat = await deps.kubeconfig(kubeconfig);
  const address = await checkAddress({...context, access: await deps.connect(kubeconfig)}, deps);
  if (address.is === 'unbound') await bindFirst({...context, server: flat.server, backend: address.backend}, deps);
  if (!logsIn && name === undefined) return flat;
  const login = logsIn ? {login: await loginProgram(context, {...request, stays}, deps)} : {};
  const files = await deps.kubeconfigFiles();
  return files.adapt(flat, {...login, ...defined({name})});
}
