import {untilAborted} from '../../../../lib/until-aborted.ts';
import type {OtherTools} from '../../../../ports/other-tools.ts';
import type {KubernetesClient} from '../client/client.ts';
import {helmHistory} from './helm-history.ts';
import {helmRelease} from './helm-release.ts';
import {recordReleases} from './record-releases.ts';

/** `namespace`: of the kubeconfig's context. */
export const openOtherTools = (client: KubernetesClient, namespace: string | undefined): OtherTools => {
  const placed = <T extends {readonly namespace?: string}>(request: T) => ({
    ...request,
    namespace: request.namespace ?? namespace ?? 'default',
  });
  return {
    record: (request) => untilAborted(recordReleases(client, request), request.signal),
    helmHistory: (request) => untilAborted(helmHistory(client, placed(request)), request.signal),
    helmRelease: (request) => untilAborted(helmRelease(client, placed(request)), request.signal),
  };
};
