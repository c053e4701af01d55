import {expect, it} from 'vitest';
import {isController} from '../../../../src/kubernetes/plan/is-controller.ts';

const PEOPLE = [
  'kubectl',
  'kubectl-edit',
  'kubectl-patch',
  'kubectl-client-side-apply',
  'k9s',
  'node-fetch',
  'Mozilla',
  'helm',
  'argocd-controller',
  'argocd-application-controller',
  'kustomize-controller',
  'helm-controller',
  'flux',
  'HashiCorp',
  'pulumi-kubernetes-1a2b3c',
  'OpenAPI-Generator',
  'curl',
  'whoever',
  '',
];

const CONTROLLERS = [
  'kube-controller-manager',
  'deployment-controller',
  'kubelet',
  'kube-scheduler',
  'manager',
  'kube-apiserver',
  'cert-manager-cainjector',
  'cert-manager-webhook',
  'vpa-updater',
  'keda-operator',
  'cluster-autoscaler',
  'cloud-controller-manager',
  'backup_operator',
  'external-dns',
  'Reloader',
  'istio-sidecar-injector',
];

it.each(PEOPLE)('%j is a person, or a tool of one', (manager) => expect(isController({manager})).toBe(false));

it.each(CONTROLLERS)('%j is a controller', (manager) => expect(isController({manager})).toBe(true));

it('a write through the status subresource is not an addition of a person', () =>
  expect(isController({manager: 'whoever', subresource: 'status'})).toBe(true));
