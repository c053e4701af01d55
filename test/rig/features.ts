/**
 * What the embedded cluster knowingly has not, and why. A suite or a test that is about one of these says so and runs on the real
 * control plane alone; docs/sandbox.md tells users the same.
 */
export const NOT_IN_SANDBOX = {
  users:
    'there is one user, whose token may do everything: no RBAC, no certificates, and others only by impersonation (`kubectl --as`), without rights',
  'admission webhooks': 'no webhook is called, and no policy in CEL decides about a write',
  'conversion webhooks': 'versions of a custom kind differ in their apiVersion only',
  'aggregated APIs': 'no API server stands behind this one',
  containers: 'nothing runs: no exec, no attach, no port-forward, and logs that say so',
} as const;

/** What only a real cluster has. */
export type Feature = keyof typeof NOT_IN_SANDBOX;
