import type {Owner} from '../../core/plan/owner.ts';

/**
 * Tools with which people deploy, although their names look like controllers. What they add is intended by a person,
 * like additions with kubectl, k9s, Lens (`node-fetch`), a browser, Helm, Terraform or an unknown program.
 */
const DEPLOY_TOOLS: ReadonlySet<string> = new Set([
  'argocd-application-controller',
  'argocd-controller',
  'fleet-controller',
  'helm-controller',
  'kapp-controller',
  'kustomize-controller',
]);

/** Parts of a cluster whose names do not look like controllers. */
const CONTROLLERS: ReadonlySet<string> = new Set([
  'calico-node',
  'cilium',
  'coredns',
  'external-dns',
  'external-secrets',
  'istiod',
  'karpenter',
  'kube-apiserver',
  'kube-proxy',
  'kube-vip',
  'kubelet',
  'kwok',
  'linkerd-destination',
  'pilot-discovery',
  'reloader',
  'speaker',
  'velero-server',
]);

/** Words in the names of controllers: `backup-operator`, `cert-manager-cainjector`, `manager` (most operators). */
const CONTROLLER_WORDS: ReadonlySet<string> = new Set([
  'admission',
  'autoscaler',
  'cainjector',
  'controller',
  'controllers',
  'hpa',
  'injector',
  'keda',
  'manager',
  'operator',
  'provisioner',
  'reconciler',
  'scheduler',
  'vpa',
  'webhook',
]);

/** Reports whether a field manager is a part of the cluster, which writes by design, and not a person or a tool of a person. */
export function isController({manager, subresource}: Pick<Owner, 'manager' | 'subresource'>): boolean {
  if (subresource === 'status') return true;
  const name = manager.toLowerCase();
  if (DEPLOY_TOOLS.has(name) || name.startsWith('kubectl')) return false;
  return CONTROLLERS.has(name) || name.split(/[^a-z0-9]+/).some((word) => CONTROLLER_WORDS.has(word));
}
