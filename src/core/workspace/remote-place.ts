/**
 * Where a kubeconfig is fetched from. Its kind reads the rest of it; core carries it.
 * `caFile`: PEM certificates to trust besides those of the system.
 */
export type RemotePlace = {readonly kind: string; readonly caFile?: string | undefined};
