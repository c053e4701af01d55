import type {Resource} from '../core/resource/resource.ts';
import type {Cluster} from './cluster.ts';
import type {Runtime} from './runtime.ts';
import type {RuntimeNeeds} from './runtime-needs.ts';

type Open<C> = (cluster: C, needs: RuntimeNeeds) => Promise<Runtime>;

/**
 * Maps a resource type to the function that opens its runtime. A stack may use only these types. A stack without Kubernetes resources has no
 * cluster.
 */
export type RuntimeRegistry = {
  readonly [Type in Resource['type']]?: Open<Type extends 'Kubernetes' ? Cluster : Cluster | undefined>;
};
