import type {TrustOrigin} from './trust-origin.ts';

/** The abilities on this machine that a workspace or its kubeconfig may want. */
export const ABILITIES = ['program', 'file', 'variable', 'server', 'insecureTls', 'metadata'] as const;

/**
 * - `program`: run a program.
 * - `file`: read a file outside of the project.
 * - `variable`: read an environment variable.
 * - `server`: name a server that receives a credential, a login, or the values of secrets.
 * - `insecureTls`: skip the verification of a server's certificate.
 * - `metadata`: send a request to the metadata server from which a cloud gives credentials to its machines.
 */
export type Ability = (typeof ABILITIES)[number];

/** The decision about an ability. `consent`: allowed if the user has consented (`gantry workspace allow`). */
export type Verdict = 'allowed' | 'consent' | 'never';

/** The complete trust model: the decision for each origin and ability. */
export const MAY: Readonly<Record<TrustOrigin, Readonly<Record<Ability, Verdict>>>> = {
  mine: {
    program: 'allowed',
    file: 'allowed',
    variable: 'allowed',
    server: 'allowed',
    insecureTls: 'allowed',
    metadata: 'allowed',
  },
  project: {
    program: 'consent',
    file: 'consent',
    variable: 'consent',
    server: 'consent',
    insecureTls: 'consent',
    metadata: 'consent',
  },
  shared: {
    program: 'consent',
    file: 'consent',
    variable: 'consent',
    server: 'consent',
    insecureTls: 'consent',
    metadata: 'never',
  },
  // `trust` of the workspace decides. The server of the kubeconfig is the cluster, which the pin protects.
  fetched: {
    program: 'consent',
    file: 'consent',
    variable: 'never',
    server: 'allowed',
    insecureTls: 'consent',
    metadata: 'never',
  },
};
