import type {TrustOrigin} from './trust-origin.ts';

/** What a workspace, or a kubeconfig that it leads to, may want of this machine and its user. */
export const ABILITIES = ['program', 'file', 'variable', 'server', 'insecureTls', 'metadata'] as const;

/**
 * - `program`: run a program.
 * - `file`: read a file that lies outside of the project.
 * - `variable`: read a variable of the environment.
 * - `server`: name a server that receives a credential, a login, or the values of secrets.
 * - `insecureTls`: leave the certificate of a server unchecked.
 * - `metadata`: ask the address at which a cloud gives credentials to its machines.
 */
export type Ability = (typeof ABILITIES)[number];

/** `consent`: after the user has seen it in full and allowed it (`gantry workspace allow`). */
export type Verdict = 'allowed' | 'consent' | 'never';

/** The whole model of trust: what an origin may do. Everything else asks this table. */
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
  // By `trust` of the workspace that names it. Its own server is the cluster, which the pin guards.
  fetched: {
    program: 'consent',
    file: 'consent',
    variable: 'never',
    server: 'allowed',
    insecureTls: 'consent',
    metadata: 'never',
  },
};
