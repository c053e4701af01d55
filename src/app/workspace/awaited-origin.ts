import type {KubeconfigSource} from '../../core/workspace/kubeconfig-source.ts';
import type {KubeconfigOrigin} from '../../core/workspace/read-kubeconfig-entry.ts';

/** Where a kubeconfig lies that nobody has asked for yet. */
export type AwaitedOrigin = Exclude<KubeconfigOrigin, {kind: 'content' | 'files' | 'sandbox' | 'in-cluster'}>;

/** A kubeconfig of which only the place is known: to have it, a store, a server or another cluster must be asked. */
export type AwaitedKubeconfig = Omit<KubeconfigSource, 'from'> & {readonly awaits: AwaitedOrigin};
