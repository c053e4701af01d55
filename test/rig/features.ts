/**
 * Features that the sandbox does not have on purpose, and the consequence. A suite or a test of one of these runs on the real control
 * plane only. docs/sandbox.md has the same table.
 */
export const NOT_IN_SANDBOX = {
  users:
    'there is one user, whose token may do everything: no RBAC, no certificates; other users only by impersonation (`kubectl --as`), without permissions',
  'admission webhooks': 'no webhook is called, and no policy in CEL decides about a write',
  'conversion webhooks': 'versions of a custom kind differ in their apiVersion only',
  'aggregated APIs': 'no request is forwarded to another API server',
  containers: 'no containers run: no exec, no attach, no port-forward, and simulated logs',
} as const;

/** A feature that only a real cluster has. */
export type Feature = keyof typeof NOT_IN_SANDBOX;
