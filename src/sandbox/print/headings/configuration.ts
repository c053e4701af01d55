import {AGE, type Heading, NAME} from './heading.ts';

/** As Kubernetes 1.34 sends them; the texts are those of its API reference. */
export const CONFIGURATION_HEADINGS: Readonly<Record<string, readonly Heading[]>> = {
  ConfigMap: [
    NAME,
    [
      'Data',
      "Data contains the configuration data. Each key must consist of alphanumeric characters, '-', '_' or '.'. Values with non-UTF-8 byte sequences must use the BinaryData field. The keys stored in Data must not overlap with the keys in the BinaryData field, this is enforced during validation process.",
    ],
    AGE,
  ],
  'DeviceClass.resource.k8s.io': [NAME, AGE],
  'Lease.coordination.k8s.io': [
    NAME,
    [
      'Holder',
      'holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader Election is used, the holder identity must be equal to the elected LeaseCandidate.metadata.name field.',
    ],
    AGE,
  ],
  'PriorityClass.scheduling.k8s.io': [
    NAME,
    [
      'Value',
      'value represents the integer value of this priority class. This is the actual priority that pods receive when they have the name of this class in their pod spec.',
      {type: 'integer'},
    ],
    [
      'Global-Default',
      'globalDefault specifies whether this PriorityClass should be considered as the default priority for pods that do not have any priority class. Only one PriorityClass can be marked as `globalDefault`. However, if more than one PriorityClasses exists with their `globalDefault` field set to true, the smallest value of such global default PriorityClasses will be used as the default priority.',
      {type: 'boolean'},
    ],
    AGE,
    [
      'PreemptionPolicy',
      'preemptionPolicy is the Policy for preempting pods with lower priority. One of Never, PreemptLowerPriority. Defaults to PreemptLowerPriority if unset.',
    ],
  ],
  'ResourceClaim.resource.k8s.io': [
    NAME,
    ['State', 'A summary of the current state (allocated, pending, reserved, etc.).'],
    AGE,
  ],
  'ResourceClaimTemplate.resource.k8s.io': [NAME, AGE],
  ResourceQuota: [
    NAME,
    ['Request', 'Request represents a minimum amount of cpu/memory that a container may consume.'],
    [
      'Limit',
      'Limits control the maximum amount of cpu/memory that a container may use independent of contention on the node.',
    ],
    AGE,
  ],
  'ResourceSlice.resource.k8s.io': [
    NAME,
    [
      'Node',
      'NodeName identifies the node which provides the resources in this pool. A field selector can be used to list only ResourceSlice objects belonging to a certain node.\n\nThis field can be used to limit access from nodes to ResourceSlices with the same node name. It also indicates to autoscalers that adding new nodes of the same type as some old node might also make new resources available.\n\nExactly one of NodeName, NodeSelector, AllNodes, and PerDeviceNodeSelection must be set. This field is immutable.',
    ],
    [
      'Driver',
      'Driver identifies the DRA driver providing the capacity information. A field selector can be used to list only ResourceSlice objects with a certain driver name.\n\nMust be a DNS subdomain and should end with a DNS domain owned by the vendor of the driver. This field is immutable.',
    ],
    [
      'Pool',
      'Name is used to identify the pool. For node-local devices, this is often the node name, but this is not required.\n\nIt must not be longer than 253 characters and must consist of one or more DNS sub-domains separated by slashes. This field is immutable.',
    ],
    AGE,
  ],
  'RuntimeClass.node.k8s.io': [NAME, ['Handler', ''], AGE],
  Secret: [
    NAME,
    [
      'Type',
      'Used to facilitate programmatic handling of secret data. More info: https://kubernetes.io/docs/concepts/configuration/secret/#secret-types',
    ],
    [
      'Data',
      "Data contains the secret data. Each key must consist of alphanumeric characters, '-', '_' or '.'. The serialized form of the secret data is a base64 encoded string, representing the arbitrary (possibly non-string) data value here. Described in https://tools.ietf.org/html/rfc4648#section-4",
    ],
    AGE,
  ],
};
