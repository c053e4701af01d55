/** API versions that no supported version of Kubernetes serves any more. */
type Removed = {
  readonly apiVersion: string;
  readonly kinds: readonly string[];
  readonly in: string;
  /** The version that replaces it, with a remark about other changes than fields. Absent: it has no replacement. */
  readonly use?: string;
  readonly remark?: string;
};

const SELECTOR = 'In that version, spec.selector is required and cannot be changed.';
const POD_SECURITY =
  'Label the namespace for Pod Security admission, or use the policy `podSecurity` of the workspace.';

const REMOVED: readonly Removed[] = [
  {
    apiVersion: 'extensions/v1beta1',
    kinds: ['Ingress'],
    in: '1.22',
    use: 'networking.k8s.io/v1',
    remark: 'In that version, each path needs pathType.',
  },
  {
    apiVersion: 'networking.k8s.io/v1beta1',
    kinds: ['Ingress'],
    in: '1.22',
    use: 'networking.k8s.io/v1',
    remark: 'In that version, each path needs pathType.',
  },
  {apiVersion: 'networking.k8s.io/v1beta1', kinds: ['IngressClass'], in: '1.22', use: 'networking.k8s.io/v1'},
  {
    apiVersion: 'extensions/v1beta1',
    kinds: ['DaemonSet', 'Deployment', 'ReplicaSet'],
    in: '1.16',
    use: 'apps/v1',
    remark: SELECTOR,
  },
  {apiVersion: 'apps/v1beta1', kinds: ['Deployment', 'StatefulSet'], in: '1.16', use: 'apps/v1', remark: SELECTOR},
  {apiVersion: 'apps/v1beta1', kinds: ['ControllerRevision'], in: '1.16', use: 'apps/v1'},
  {
    apiVersion: 'apps/v1beta2',
    kinds: ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
    in: '1.16',
    use: 'apps/v1',
    remark: SELECTOR,
  },
  {apiVersion: 'apps/v1beta2', kinds: ['ControllerRevision'], in: '1.16', use: 'apps/v1'},
  {apiVersion: 'extensions/v1beta1', kinds: ['NetworkPolicy'], in: '1.16', use: 'networking.k8s.io/v1'},
  {apiVersion: 'extensions/v1beta1', kinds: ['PodSecurityPolicy'], in: '1.16', remark: POD_SECURITY},
  {apiVersion: 'policy/v1beta1', kinds: ['PodSecurityPolicy'], in: '1.25', remark: POD_SECURITY},
  {
    apiVersion: 'policy/v1beta1',
    kinds: ['PodDisruptionBudget'],
    in: '1.25',
    use: 'policy/v1',
    remark: 'In that version, an empty selector selects all pods instead of none.',
  },
  {apiVersion: 'batch/v1beta1', kinds: ['CronJob'], in: '1.25', use: 'batch/v1'},
  {apiVersion: 'batch/v2alpha1', kinds: ['CronJob'], in: '1.21', use: 'batch/v1'},
  {apiVersion: 'autoscaling/v2beta1', kinds: ['HorizontalPodAutoscaler'], in: '1.25', use: 'autoscaling/v2'},
  {apiVersion: 'autoscaling/v2beta2', kinds: ['HorizontalPodAutoscaler'], in: '1.26', use: 'autoscaling/v2'},
  {apiVersion: 'discovery.k8s.io/v1beta1', kinds: ['EndpointSlice'], in: '1.25', use: 'discovery.k8s.io/v1'},
  {apiVersion: 'events.k8s.io/v1beta1', kinds: ['Event'], in: '1.25', use: 'events.k8s.io/v1'},
  {apiVersion: 'node.k8s.io/v1beta1', kinds: ['RuntimeClass'], in: '1.25', use: 'node.k8s.io/v1'},
  {
    apiVersion: 'admissionregistration.k8s.io/v1beta1',
    kinds: ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
    in: '1.22',
    use: 'admissionregistration.k8s.io/v1',
    remark: 'In that version, each webhook needs sideEffects and admissionReviewVersions, and fails closed by default.',
  },
  {
    apiVersion: 'apiextensions.k8s.io/v1beta1',
    kinds: ['CustomResourceDefinition'],
    in: '1.22',
    use: 'apiextensions.k8s.io/v1',
    remark: 'In that version, each item of spec.versions needs a schema.',
  },
  {apiVersion: 'apiregistration.k8s.io/v1beta1', kinds: ['APIService'], in: '1.22', use: 'apiregistration.k8s.io/v1'},
  {apiVersion: 'authentication.k8s.io/v1beta1', kinds: ['TokenReview'], in: '1.22', use: 'authentication.k8s.io/v1'},
  {
    apiVersion: 'authorization.k8s.io/v1beta1',
    kinds: ['LocalSubjectAccessReview', 'SelfSubjectAccessReview', 'SelfSubjectRulesReview', 'SubjectAccessReview'],
    in: '1.22',
    use: 'authorization.k8s.io/v1',
  },
  {
    apiVersion: 'certificates.k8s.io/v1beta1',
    kinds: ['CertificateSigningRequest'],
    in: '1.22',
    use: 'certificates.k8s.io/v1',
    remark: 'In that version, signerName and usages are required.',
  },
  {apiVersion: 'coordination.k8s.io/v1beta1', kinds: ['Lease'], in: '1.22', use: 'coordination.k8s.io/v1'},
  {
    apiVersion: 'rbac.authorization.k8s.io/v1beta1',
    kinds: ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
    in: '1.22',
    use: 'rbac.authorization.k8s.io/v1',
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1alpha1',
    kinds: ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
    in: '1.22',
    use: 'rbac.authorization.k8s.io/v1',
  },
  {apiVersion: 'scheduling.k8s.io/v1beta1', kinds: ['PriorityClass'], in: '1.22', use: 'scheduling.k8s.io/v1'},
  {
    apiVersion: 'storage.k8s.io/v1beta1',
    kinds: ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment'],
    in: '1.22',
    use: 'storage.k8s.io/v1',
  },
  {apiVersion: 'storage.k8s.io/v1beta1', kinds: ['CSIStorageCapacity'], in: '1.27', use: 'storage.k8s.io/v1'},
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta1',
    kinds: ['FlowSchema', 'PriorityLevelConfiguration'],
    in: '1.26',
    use: 'flowcontrol.apiserver.k8s.io/v1',
  },
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta2',
    kinds: ['FlowSchema', 'PriorityLevelConfiguration'],
    in: '1.29',
    use: 'flowcontrol.apiserver.k8s.io/v1',
  },
];

/** Returns the version of Kubernetes that removed a kind of an old API version, and the replacement. */
export const removedKind = (apiVersion: string, kind: string): Removed | undefined =>
  REMOVED.find((one) => one.apiVersion === apiVersion && one.kinds.includes(kind));
