import type {FailureCode} from '../core/failure/failure.ts';
import type {Words} from './failure-words.ts';

/** Returns the name of the APIService of a group and version: `v1beta1.metrics.k8s.io`. */
const apiServiceOf = (apiVersion: string): string => apiVersion.split('/').toReversed().join('.');

/** The way to plan without an API that does not answer; a destroy leaves out its objects by itself. */
const WITHOUT_IT = 'To plan without the objects of its kinds, pass --exclude KIND.';

/** The texts of failures of a cluster's API server. */
export const CLUSTER_WORDS: Pick<Words, Extract<FailureCode, `cluster/${string}`>> = {
  'cluster/unreachable': ({server, detail, api}) =>
    api === undefined
      ? {
          message: `The cluster at ${server} cannot be reached: ${detail}.`,
          hint: 'Check the network, VPN or proxy. "gantry workspace explain" shows where the address comes from.',
        }
      : {
          message: `The API ${api} of the cluster at ${server} is unavailable: ${detail}.`,
          hint: `This API is served by another server, which does not answer. Run "kubectl get apiservice ${apiServiceOf(api)}" to see which one, and why. ${WITHOUT_IT}`,
        },
  'cluster/answer-too-large': ({server, detail}) => ({
    message: `An answer of ${server} is too large: ${detail}. It was not read completely.`,
    hint: 'Check which server answers at this address ("gantry workspace explain" shows it), and any proxy in between.',
  }),
  'cluster/tls': ({server, detail}) => ({
    message: `The certificate of ${server} is not trusted: ${detail}.`,
    hint: 'Check certificate-authority and tls-server-name in the kubeconfig.',
  }),
  'cluster/other': ({workspace, expected, found, unsent, unverified}) => ({
    message: unsent
      ? `The workspace "${workspace}" is bound to the cluster at ${expected}, but its kubeconfig now points to ${found}; no credential was sent there.`
      : `The workspace "${workspace}" is bound to cluster ${expected}, but its kubeconfig now points to ${found}; nothing was changed.`,
    hint: unverified
      ? `Remove insecure-skip-tls-verify from the kubeconfig and name the CA in certificate-authority-data. To use this cluster without a verified certificate from now on, run "gantry workspace trust ${workspace}".`
      : `If the cluster was rebuilt, confirm it with "gantry workspace trust ${workspace}".`,
  }),
};
