import type {Resource} from '../core/resource/resource.ts';
import type {Cluster} from './cluster.ts';
import type {Runtime} from './runtime.ts';

/** How each runtime is opened, by the type of its resources. A stack may use these types, and no other. */
export type RuntimeRegistry = Readonly<Partial<Record<Resource['type'], (cluster: Cluster) => Promise<Runtime>>>>;
