import type {LocalSource} from '../../../core/workspace/kubeconfig-source.ts';
import {defined} from '../../../lib/defined.ts';
import type {ClusterAccess} from '../../../ports/cluster-access.ts';
import {authoritiesIn} from './authorities.ts';
import {chooseContext} from './choose-context.ts';
import {clusterOf, saidToPrograms} from './cluster.ts';
import {connectInCluster, SERVICE_ACCOUNT} from './in-cluster.ts';
import {problemOf} from './problem.ts';
import {readKubeconfig} from './read-kubeconfig.ts';
import {refuseUntrusted} from './refuse-untrusted.ts';
import {accessOf} from './user-access.ts';

/** The options for connecting by a kubeconfig. */
export type ConnectOptions = {
  /** The environment of exec plugins. It also contains the proxy variables and, in a pod, the server's address. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True if a person is at the terminal, so that exec plugins may ask for a login. Default: false. */
  readonly interactive?: boolean;
  /** The working directory of exec plugins; default: that of this process. */
  readonly directory?: string | undefined;
  /** Ends an exec plugin that still runs. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the output of an interactive exec plugin. */
  readonly onText?: (text: string) => void;
  /**
   * The user's own identity. If present, only server, CA, proxy and TLS name of the kubeconfig are used; its user is
   * ignored, so that no program of it runs and none of its credentials is sent.
   */
  readonly login?: ClusterAccess['credential'];
  /** The directory of a pod's service account. */
  readonly serviceAccountDir?: string;
};

/**
 * Reads the kubeconfig of a workspace and returns how to reach its cluster. Before the first `credential()` nothing is
 * sent and no program runs; errors in the files are reported now.
 * @throws GantryError 'context/kubeconfig', and 'context/untrusted' for a fetched kubeconfig that needs more than it
 * may use
 */
export async function connect(source: LocalSource, options: ConnectOptions): Promise<ClusterAccess> {
  const problem = problemOf(source);
  const {env, login} = options;
  if (source.from.kind === 'in-cluster') {
    const access = await connectInCluster(env, options.serviceAccountDir ?? SERVICE_ACCOUNT, problem);
    const authorities = authoritiesIn(access.tls.ca);
    const seen = authorities === undefined ? access : {...access, authorities};
    return login === undefined ? seen : {...seen, credential: login};
  }
  const config = await readKubeconfig(source.from, problem);
  const {user, ...chosen} = chooseContext(config, source.kubeContext, problem, login === undefined);
  refuseUntrusted(source, {cluster: chosen.cluster, user});
  const cluster = await clusterOf(chosen.cluster, env);
  const {interactive = false, onText, signal, directory} = options;
  if (login !== undefined && !cluster.server.startsWith('https:'))
    throw chosen.cluster.problem(
      'server uses http, but the identity of the workspace needs https: Gantry never sends a login over http',
    );
  const forPrograms = saidToPrograms(chosen.cluster);
  const host = {...cluster, env, interactive, onText, signal, directory, forPrograms};
  const access = login === undefined ? await accessOf(user, host) : {credential: login};
  const authorities = authoritiesIn(cluster.tls.ca);
  return {
    ...cluster,
    ...access,
    authorities,
    contextName: chosen.name,
    clusterName: chosen.clusterName,
    ...defined({
      userName: chosen.userName === undefined || login !== undefined ? undefined : chosen.userName,
      namespace: chosen.namespace,
    }),
  };
}
