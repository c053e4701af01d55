import type {LocalSource} from '../../../core/workspace/kubeconfig-source.ts';
import type {ClusterAccess} from '../../../ports/cluster-access.ts';
import {authoritiesIn} from './authorities.ts';
import {chooseContext} from './choose-context.ts';
import {clusterOf, saidToPrograms} from './cluster.ts';
import {connectInCluster, SERVICE_ACCOUNT} from './in-cluster.ts';
import {problemOf} from './problem.ts';
import {readKubeconfig} from './read-kubeconfig.ts';
import {refuseUntrusted} from './refuse-untrusted.ts';
import {accessOf} from './user-access.ts';

/** What turning a kubeconfig into access to a cluster needs. */
export type ConnectOptions = {
  /** The environment of exec plugins; also holds the proxy variables and, in a pod, the server's address. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A person sits at the terminal: exec plugins may ask for a login. Default false. */
  readonly interactive?: boolean;
  /** Where exec plugins start; default: where this process does. */
  readonly directory?: string | undefined;
  /** Ends an exec plugin that still runs. */
  readonly signal?: AbortSignal | undefined;
  /** What an interactive exec plugin says to the person. */
  readonly onText?: (text: string) => void;
  /**
   * The user's own identity: then the kubeconfig gives server, CA, proxy and TLS name only. Its user is not looked at, so that
   * no program of it is run, and none of its credentials is sent.
   */
  readonly login?: ClusterAccess['credential'];
  /** Where a pod finds its service account. */
  readonly serviceAccountDir?: string;
};

/**
 * Reads the kubeconfig that a workspace leads to and says how to reach its cluster. Nothing is sent, and no program is
 * run before the first `credential()`; whatever is wrong in the files is found now.
 * @throws GantryError 'context/kubeconfig', and 'context/untrusted' for one that was fetched and wants more than it may
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
  const host = {
    ...cluster,
    env,
    interactive,
    onText,
    signal,
    directory,
    forPrograms,
  };
  const access = login === undefined ? await accessOf(user, host) : {credential: login};
  const authorities = authoritiesIn(cluster.tls.ca);
  return {
    ...cluster,
    ...access,
    authorities,
    contextName: chosen.name,
    clusterName: chosen.clusterName,
    ...(chosen.userName === undefined || login !== undefined ? {} : {userName: chosen.userName}),
    ...(chosen.namespace === undefined ? {} : {namespace: chosen.namespace}),
  };
}
