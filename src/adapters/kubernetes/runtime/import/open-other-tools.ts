import {untilAborted} from '../../../../lib/until-aborted.ts';
import type {OtherTools} from '../../../../ports/other-tools.ts';
import type {KubernetesClient} from '../client/client.ts';

/** Opens the imports from other tools, each loaded on first use. `namespace` is that of the kubeconfig's context. */
export const openOtherTools = (client: KubernetesClient, namespace: string | undefined): OtherTools => {
  const placed = <T extends {readonly namespace?: string}>(request: T) => ({
    ...request,
    namespace: request.namespace ?? namespace ?? 'default',
  });
  return {
    record: async (request) => {
      const {recordReleases} = await import('./record-releases.ts');
      return untilAborted(recordReleases(client, request), request.signal);
    },
    helmHistory: async (request) => {
      const {helmHistory} = await import('./helm-history.ts');
      return untilAborted(helmHistory(client, placed(request)), request.signal);
    },
    helmRelease: async (request) => {
      const {helmRelease} = await import('./helm-release.ts');
      return untilAborted(helmRelease(client, placed(request)), request.signal);
    },
  };
};
