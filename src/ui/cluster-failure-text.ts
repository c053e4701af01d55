import type {FailureCode} from '../core/failure/failure.ts';
import type {Words} from './failure-words.ts';

/** The name of the APIService of a group and version: `v1beta1.metrics.k8s.io`. */
const apiServiceOf = (apiVersion: string): string => apiVersion.split('/').toReversed().join('.');

/** A destroy does so by itself. */
const WITHOUT_IT = 'With --exclude KIND the plan leaves out the objects of its kinds.';

/** The server of a cluster, and what it answers. */
export const CLUSTER_WORDS: Pick<Words, Extract<FailureCode, `cluster/${string}`>> = {
  'cluster/unreachable': ({server, detail, api}) =>
    api === undefined
      ? {
          message: `The cluster at ${server} cannot be reached: ${detail}.`,
          hint: 'Check the network, VPN or proxy; "gantry workspace explain" shows where the address comes from.',
        }
      : {
          message: `The API ${api} of the cluster at ${server} is unavailable: ${detail}.`,
          hint: `Another server serves this API and does not answer: "kubectl get apiservice ${apiServiceOf(api)}" says which, and why. ${WITHOUT_IT}`,
        },
  'cluster/answer-too-large': ({server, detail}) => ({
    message: `An answer of ${server} is too large: ${detail}. It was not read to its end.`,
    hint: 'Check which server answers there ("gantry workspace explain" shows the address), and what stands in between.',
  }),
  'cluster/tls': ({server, detail}) => ({
    message: `The certificate of ${server} is not trusted: ${detail}.`,
    hint: 'Check certificate-authority and tls-server-name in the kubeconfig.',
  }),
  'cluster/other': ({workspace, expected, found, unsent, unverified}) => ({
    message: unsent
      ? `The workspace "${workspace}" belongs to the cluster at ${expected}, but its kubeconfig now leads to ${found}; no credential was sent there.`
      : `The workspace "${workspace}" belongs to cluster ${expected}, but its kubeconfig now leads to ${found}; nothing was changed.`,
    hint: unverified
      ? `Remove insecure-skip-tls-verify from the kubeconfig and name the CA in certificate-authority-data. To do without a verified certificate from now on, run "gantry workspace trust ${workspace}".`
      : `If the cluster was rebuilt, say so with "gantry workspace trust ${workspace}".`,
  }),
};
