import type {LocalPlace} from '../../../core/workspace/kubeconfig-source.ts';
import {kubeconfigText} from '../../../core/workspace/kubeconfig-text.ts';
import {type Kubeconfig, mergeKubeconfigs, parseKubeconfig} from './parse.ts';
import type {Problem} from './problem.ts';
import {readKubeconfigFiles} from './read-files.ts';

/** Reads the kubeconfig of a place, with its files merged. */
export async function readKubeconfig(
  from: Exclude<LocalPlace, {kind: 'in-cluster'}>,
  problem: Problem,
): Promise<Kubeconfig> {
  if (from.kind === 'content')
    return parseKubeconfig(kubeconfigText(from.content.reveal()), undefined, problem, from.fetched ?? from.reference);
  const files = await readKubeconfigFiles(from.paths, problem);
  return mergeKubeconfigs(files.map(({file, text}) => parseKubeconfig(text, file, problem)));
}
