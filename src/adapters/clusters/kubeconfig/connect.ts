import type {LocalPlace, LocalSource} from '../../../core/workspace/kubeconfig-source.ts';
import type {ClusterAccess} from '../../../ports/cluster-access.ts';
import {chooseContext} from './choose-context.ts';
import {clusterOf} from './cluster.ts';
import {connectInCluster, SERVICE_ACCOUNT} from './in-cluster.ts';
import {type Kubeconfig, mergeKubeconfigs, parseKubeconfig} from './parse.ts';
import {type Problem, problemOf} from './problem.ts';
import {readKubeconfigFiles} from './read-files.ts';
import {credentialOf} from './user.ts';

export type ConnectOptions = {
  /** The environment of exec plugins; also holds the proxy variables and, in a pod, the server's address. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A person sits at the terminal: exec plugins may ask for a login. Default false. */
  readonly interactive?: boolean;
  /** Whether a login program that the kubeconfig names may be run; false for one that came from afar untrusted. Default true. */
  readonly runPrograms?: boolean;
  /** What an interactive exec plugin says to the person. */
  readonly onText?: (text: string) => void;
  /** Where a pod finds its service account. */
  readonly serviceAccountDir?: string;
};

/**
 * Reads the kubeconfig that a workspace leads to and says how to reach its cluster. Nothing is sent, and no program is
 * run before the first `credential()`; whatever is wrong in the files is found now.
 */
export async function connect(source: LocalSource, options: ConnectOptions): Promise<ClusterAccess> {
  const problem = problemOf(source);
  if (source.from.kind === 'in-cluster') {
    return connectInCluster(options.env, options.serviceAccountDir ?? SERVICE_ACCOUNT, problem);
  }
  const config = await readKubeconfig(source.from, problem);
  const {name, namespace, cluster, user} = chooseContext(config, source.kubeContext, problem);
  const access = await clusterOf(cluster, options.env);
  const credential = await credentialOf(user, {
    ...access,
    env: options.env,
    interactive: options.interactive ?? false,
    runPrograms: options.runPrograms ?? true,
    onText: options.onText,
  });
  return {
    ...access,
    contextName: name,
    ...(namespace === undefined ? {} : {namespace}),
    credential,
  };
}

async function readKubeconfig(from: Exclude<LocalPlace, {kind: 'in-cluster'}>, problem: Problem): Promise<Kubeconfig> {
  if (from.kind === 'content') return parseKubeconfig(from.content.reveal(), undefined, problem);
  const files = await readKubeconfigFiles(from.paths, problem);
  return mergeKubeconfigs(files.map(({file, text}) => parseKubeconfig(text, file, problem)));
}
