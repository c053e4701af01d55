/** A deliberate difference between a sandbox and a real server, with its line in docs/sandbox.md, and the requests that show it. */
export type KnownDifference = {readonly reason: string; readonly requests: readonly string[]};

/** The deliberate differences. Each of these requests must differ: remove a difference from this list and from the page when it is gone. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    reason: 'The only node is the sandbox itself, and its fields show that.',
    requests: ['list nodes as a table'],
  },
  {
    reason: 'Answers are JSON or YAML: protobuf is accepted in requests, and never returned.',
    requests: ['an answer as protobuf'],
  },
  {
    reason:
      'OpenAPI v3 describes the objects of every group and version, but not discovery, the version or tokens; the root lists only these documents.',
    requests: ['the index of OpenAPI v3', 'OpenAPI v3 of the versions of a group', 'the root'],
  },
  {
    reason:
      'The paths in OpenAPI v3 of a custom kind contain only what clients use: the kind of each path, and the parameters of its writes.',
    // The comparison leaves out paths of groups that are not Kubernetes' own: others define some at the same time.
    requests: [],
  },
  {
    reason:
      'Controllers write with update, and some of the real ones with apply: their managed fields have the operation Update.',
    requests: ['read a role that every cluster has'],
  },
  {
    reason:
      'Pods run no containers: exec, attach and port-forward do not work, and tokens of service accounts give no access.',
    requests: [],
  },
  {
    reason:
      'The user of the token has the name `sandbox` and may do everything. All other users (`kubectl --as`) have the permissions that a new cluster gives every user: they may read discovery and their own identity. RBAC objects are stored and have no effect.',
    requests: ['ask: selfsubjectreviews {}'],
  },
  {
    reason: 'An empty list that the server stores as absent has no owner in the managed fields.',
    requests: ['a new ClusterRole'],
  },
  {
    reason:
      'A patch that changes the kind of an object is refused for this reason, before its fields are read as fields of the new kind.',
    requests: ['merge another kind'],
  },
  {
    reason:
      'A HorizontalPodAutoscaler never changes replicas, not even to `minReplicas` or `maxReplicas`, because the sandbox has no load to measure.',
    requests: [],
  },
  {
    reason:
      'Jobs ignore podFailurePolicy, successPolicy and backoffLimitPerIndex, and DaemonSets replace pods without a surge. The fields are validated and stored.',
    requests: [],
  },
  {
    reason:
      'Rules in CEL have no cost limits, and their types are not checked when they are defined. A rule that uses a feature that the sandbox does not have (`lists.range`, macros with two variables) is left out with a warning.',
    requests: [],
  },
  {
    reason:
      'A pod cannot be bound to a node by hand through the collection `bindings`, but through `pods/NAME/binding`.',
    requests: [],
  },
  {
    reason:
      'A watch that was open while another process took over has to start again: it receives the error that its version is too old.',
    requests: [],
  },
  {
    reason:
      'The scheduler uses node selectors, node affinity, taints and volumes of a pod. It ignores other pods (affinity, anti-affinity, spread), ports of the node and its remaining resources.',
    requests: [],
  },
  {
    reason: 'Namespaces can set a Pod Security level, but it refuses nothing.',
    requests: [],
  },
  {
    reason: 'ValidatingAdmissionPolicies are stored and not compiled: a policy with invalid expressions is accepted.',
    requests: [],
  },
  {
    reason: 'There are no leases of nodes and no APIServices, and similar events are not aggregated.',
    requests: [],
  },
];
