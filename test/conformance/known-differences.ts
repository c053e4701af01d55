/** A way in which a sandbox is meant to differ from a real server, as docs/sandbox.md tells it, and which requests show it. */
export type KnownDifference = {readonly reason: string; readonly requests: readonly string[]};

/** Each of these must differ: one that does not any more is taken off the list, and off the page. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    reason: 'The one node is the sandbox itself, and says so.',
    requests: ['list nodes as a table'],
  },
  {
    reason: 'Answers are JSON or YAML: protobuf is read, and never written.',
    requests: ['an answer as protobuf'],
  },
  {
    reason:
      'OpenAPI v3 tells of the objects of every group and version, not of discovery, of the version or of tokens; the root lists these documents alone.',
    requests: ['the index of OpenAPI v3', 'OpenAPI v3 of the versions of a group', 'the root'],
  },
  {
    reason:
      'The paths in OpenAPI v3 of a custom kind have what clients look up there, not all: which kind is where, and the parameters of its writes.',
    // The comparison leaves out paths of groups that are not Kubernetes' own: others define some at the same time.
    requests: [],
  },
  {
    reason:
      'Controllers write by update where some of the real ones apply: the managed fields of what they write say Update.',
    requests: ['read a role that every cluster has'],
  },
  {
    reason:
      'Pods run no containers: nothing can be run in them or reached through them, and tokens of service accounts open nothing.',
    requests: [],
  },
  {
    reason:
      'Whoever has the token is called `sandbox` and may do everything. All others (`kubectl --as`) may do what a new cluster allows every user: look at discovery and ask about themselves. RBAC objects are kept, and change nothing.',
    requests: ['ask: selfsubjectreviews {}'],
  },
  {
    reason: "An empty list that the server keeps as none is nobody's in the managed fields.",
    requests: ['a new ClusterRole'],
  },
  {
    reason:
      'A patch that makes an object one of another kind is refused for that, before anything in it is read as one of that kind.',
    requests: ['merge another kind'],
  },
  {
    reason: 'A HorizontalPodAutoscaler scales nothing, not even to its bounds: there is no load to measure.',
    requests: [],
  },
  {
    reason:
      'Jobs do not act on podFailurePolicy, successPolicy and backoffLimitPerIndex, and DaemonSets replace pods without a surge, whatever these fields say. The fields are checked and kept.',
    requests: [],
  },
  {
    reason:
      'Rules in CEL are not weighed (no cost limits) and not checked for types when they are defined; one that uses what the sandbox has not (`lists.range`, macros with two variables) is left out with a warning.',
    requests: [],
  },
  {
    reason: 'A pod cannot be bound to a node by hand through the collection `bindings`; by `pods/NAME/binding` it can.',
    requests: [],
  },
  {
    reason:
      'A watch that was open while another process took over begins anew: it is told that its version is too old.',
    requests: [],
  },
  {
    reason:
      'The scheduler looks at node selectors, affinity to nodes, taints and volumes of a pod; not at other pods (affinity, anti-affinity, spread), at ports of the node or at what is left of its resources.',
    requests: [],
  },
  {
    reason: 'Namespaces can ask for a Pod Security level: nothing is refused for it.',
    requests: [],
  },
  {
    reason: 'ValidatingAdmissionPolicies are kept and not compiled: one whose expressions are wrong is accepted.',
    requests: [],
  },
  {
    reason: 'There are no leases of nodes and no APIServices, and events that are much alike are not drawn together.',
    requests: [],
  },
];
