import type {Owner} from '../../core/plan/owner.ts';

/**
 * Tools with which people deploy, though their names are those of controllers: what they add is somebody's intent, as what is
 * added with kubectl, k9s, Lens (`node-fetch`), a browser, Helm, Terraform or any program that nobody knows.
 */
const DEPLOY_TOOLS: ReadonlySet<string> = new Set([
  'argocd-application-controller',
  'argocd-controller',
  'fleet-controller',
  'helm-controller',
  'kapp-controller',
  'kustomize-controller',
]);

/** Parts of a cluster whose names do not say so. */
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

/** What the name of a controller has in it: `backup-operator`, `cert-manager-cainjector`, `manager` (that of most operators). */
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

/** Whether a field manager is a part of the cluster, which writes by design; else it is a person, or a tool that a person uses. */
export function isController({manager, subresource}: Pick<Owner, 'manager' | 'subresource'>): boolean {
  if (subresource === 'status') return true;
  const name = manager.toLowerCase();
  if (DEPLOY_TOOLS.has(name) || name.startsWith('kubectl')) return false;
  return CONTROLLERS.has(name) || name.split(/[^a-z0-9]+/).some((word) => CONTROLLER_WORDS.has(word));
}
