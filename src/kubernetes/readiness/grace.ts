/** How long each cause may last before it counts as a failure (milliseconds), and why so long. */
export const GRACE = {
  /** Only another manifest can mend it. */
  none: 0,
  /** A registry that says no is asked again by the kubelet after 10 s: an image that is being pushed right now gets that try. */
  imageRefused: 10_000,
  /** Networks, rate limits and mirrors recover within some tries of the kubelet (after 10, 20 and 40 s). */
  imageUnreachable: 75_000,
  /** Operators make Secrets and ConfigMaps (certificates, external secrets) seconds after what asks for them. */
  missingConfig: 30_000,
  /** The container runtime may be busy; the kubelet tries again after 10 s, and after 20 s. */
  start: 45_000,
  /** An autoscaler has decided by then, and says so in an event; pods of the rollout before may have made room. */
  unschedulable: 30_000,
  /** A volume is provisioned in some tens of seconds. */
  unboundVolume: 90_000,
  /** The volume driver tries again for up to two minutes. */
  mount: 150_000,
  /** Networks of new nodes take a minute or two. */
  sandbox: 150_000,
  /** Pods that end may give their part of a quota back; a service account or a webhook may be about to come. */
  refused: 30_000,
  /** Its controller has replaced a failed pod by then, perhaps on a better node. */
  failedPods: 20_000,
  /** What the old pod waits for may have come with the same apply. */
  stuck: 30_000,
} as const;

/**
 * Restarts after which a container that ends with an error is in a loop. It has been tried four times then, over 70 s with the
 * kubelet's back-off: who waits for a database that starts beside it has got it by then.
 */
export const CRASH_RESTARTS = 3;

/** What cannot be executed (no such file, wrong architecture) is tried once more, for a runtime that was not ready. */
export const START_RESTARTS = 1;
