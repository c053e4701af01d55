import type {KubeconfigSource} from '../../core/workspace/kubeconfig-source.ts';
import type {KubeconfigOrigin} from '../../core/workspace/read-kubeconfig-entry.ts';

/** The place of a kubeconfig that has not been fetched yet. */
export type AwaitedOrigin = Exclude<KubeconfigOrigin, {kind: 'content' | 'files' | 'sandbox' | 'in-cluster'}>;

/** A kubeconfig of which only the place is known: a store, a server or another cluster must be contacted for it. */
export type AwaitedKubeconfig = Omit<KubeconfigSource, 'from'> & {readonly awaits: AwaitedOrigin};
