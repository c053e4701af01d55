import type {Use} from '../release/use.ts';

/**
 * The place that a kubeconfig is fetched from. Core passes it on without reading the members of its kind.
 * `caFile`: PEM certificates to trust besides those of the system. `use`: the shared resource that it is.
 */
export type RemotePlace = {readonly kind: string; readonly caFile?: string | undefined; readonly use?: Use | undefined};
