import type {ResourceValues} from '../core/reference/values.ts';
import type {Resource} from '../core/resource/resource.ts';

/** Resources that no stack manages, with their ids at the provider in their extensions. */
export type ReadExisting = {readonly resources: readonly Resource[]; readonly signal: AbortSignal};

/** The values of existing resources by id; `gone` for one that its provider does not have. */
export type ExistingResources = ReadonlyMap<string, ResourceValues | 'gone'>;
