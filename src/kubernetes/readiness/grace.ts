/** The time in milliseconds for which each cause may last before it counts as a failure, with the reason. */
export const GRACE = {
  /** Only another manifest can fix it. */
  none: 0,
  /** The kubelet asks a registry that refused again after 10 s: an image that is being pushed right now gets that try. */
  imageRefused: 10_000,
  /** Networks, rate limits and mirrors usually recover within some retries of the kubelet (after 10, 20 and 40 s). */
  imageUnreachable: 75_000,
  /** Operators create Secrets and ConfigMaps (certificates, external secrets) seconds after the objects that need them. */
  missingConfig: 30_000,
  /** The container runtime may be busy; the kubelet retries after 10 s and after 20 s. */
  start: 45_000,
  /** Within this time an autoscaler decides and reports it in an event, and pods of the previous rollout may free room. */
  unschedulable: 30_000,
  /** Provisioning a volume takes some tens of seconds. */
  unboundVolume: 90_000,
  /** The volume driver retries for up to two minutes. */
  mount: 150_000,
  /** The network of a new node takes a minute or two. */
  sandbox: 150_000,
  /** Pods that end may free their part of a quota; a service account or a webhook may be created soon. */
  refused: 30_000,
  /** Within this time the controller has replaced a failed pod, perhaps on a better node. */
  failedPods: 20_000,
  /** The same apply may create what the old pod waits for. */
  stuck: 30_000,
} as const;

/**
 * The number of restarts after which a container that ends with an error is in a loop. By then it has been started four
 * times, over 70 s with the kubelet's back-off, so that a database that starts at the same time is available.
 */
export const CRASH_RESTARTS = 3;

/** The number of restarts of a container that cannot be executed (no such file, wrong architecture): one, for a runtime that was not ready. */
export const START_RESTARTS = 1;
