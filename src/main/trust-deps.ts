import type {Deps} from '../app/deps.ts';

/** Returns the dependencies for the trust checks of workspaces that other people wrote. */
export const trustDeps = (
  given: Pick<Deps, 'env' | 'cwd' | 'clock'>,
): Pick<Deps, 'allowedDigests' | 'kubeconfigWants'> => ({
  allowedDigests: async () => (await import('../app/trust/allowed-digests.ts')).allowedDigests(given),
  kubeconfigWants: async (...asked) =>
    (await import('../adapters/kubernetes/kubeconfig/kubeconfig-wants.ts')).kubeconfigWants(...asked),
});
