import {AGE, type Heading, NAME} from './heading.ts';

/** As Kubernetes 1.34 sends them; the texts are those of its API reference. */
export const ACCESS_HEADINGS: Readonly<Record<string, readonly Heading[]>> = {
  'CertificateSigningRequest.certificates.k8s.io': [
    NAME,
    AGE,
    [
      'SignerName',
      'Requested signer for the request. It is a qualified name in the form: `scope-hostname.io/name`. If empty, it will be defaulted:\n 1. If it\'s a kubelet client certificate, it is assigned\n    "kubernetes.io/kube-apiserver-client-kubelet".\n 2. If it\'s a kubelet serving certificate, it is assigned\n    "kubernetes.io/kubelet-serving".\n 3. Otherwise, it is assigned "kubernetes.io/legacy-unknown".\nDistribution of trust for signers happens out of band. You can select on this field using `spec.signerName`.',
    ],
    ['Requestor', 'Base64-encoded PKCS#10 CSR data'],
    [
      'RequestedDuration',
      'expirationSeconds is the requested duration of validity of the issued certificate. The certificate signer may issue a certificate with a different validity duration so a client must check the delta between the notBefore and and notAfter fields in the issued certificate to determine the actual duration.\n\nThe v1.22+ in-tree implementations of the well-known Kubernetes signers will honor this field as long as the requested duration is not greater than the maximum duration they will honor per the --cluster-signing-duration CLI flag to the Kubernetes controller manager.\n\nCertificate signers may not honor this field for various reasons:\n\n  1. Old signer that is unaware of the field (such as the in-tree\n     implementations prior to v1.22)\n  2. Signer whose configured maximum is shorter than the requested duration\n  3. Signer whose configured minimum is longer than the requested duration\n\nThe minimum valid value for expirationSeconds is 600, i.e. 10 minutes.',
    ],
    ['Condition', 'Conditions applied to the request, such as approval or denial.'],
  ],
  'ClusterRoleBinding.rbac.authorization.k8s.io': [
    NAME,
    [
      'Role',
      'RoleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
    ],
    AGE,
    ['Users', 'Users in the clusterRoleBinding', {priority: 1}],
    ['Groups', 'Groups in the clusterRoleBinding', {priority: 1}],
    ['ServiceAccounts', 'ServiceAccounts in the clusterRoleBinding', {priority: 1}],
  ],
  'RoleBinding.rbac.authorization.k8s.io': [
    NAME,
    [
      'Role',
      'RoleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
    ],
    AGE,
    ['Users', 'Users in the roleBinding', {priority: 1}],
    ['Groups', 'Groups in the roleBinding', {priority: 1}],
    ['ServiceAccounts', 'ServiceAccounts in the roleBinding', {priority: 1}],
  ],
  ServiceAccount: [
    NAME,
    [
      'Secrets',
      'Secrets is a list of the secrets in the same namespace that pods running using this ServiceAccount are allowed to use. Pods are only limited to this list if this service account has a "kubernetes.io/enforce-mountable-secrets" annotation set to "true". The "kubernetes.io/enforce-mountable-secrets" annotation is deprecated since v1.32. Prefer separate namespaces to isolate access to mounted secrets. This field should not be used to find auto-generated service account token secrets for use outside of pods. Instead, tokens can be requested directly using the TokenRequest API, or service account token secrets can be manually created. More info: https://kubernetes.io/docs/concepts/configuration/secret',
    ],
    AGE,
  ],
};
