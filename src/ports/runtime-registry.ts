import type {Resource} from '../core/resource/resource.ts';
import type {Cluster} from './cluster.ts';
import type {Runtime} from './runtime.ts';
import type {RuntimeNeeds} from './runtime-needs.ts';

/** Maps a resource type to the function that opens its runtime. A stack may use only these types. */
export type RuntimeRegistry = Readonly<
  Partial<Record<Resource['type'], (cluster: Cluster, needs: RuntimeNeeds) => Promise<Runtime>>>
>;
