import {Secret} from '../../../core/secret/secret.ts';
import type {NamedSecret, SecretReading, SecretStore} from '../../../ports/secret-store.ts';

/** Options of a secret store that reads environment variables. */
export type EnvStoreOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Comes before each name. */
  readonly prefix: string;
};

/** Secrets in environment variables: what a CI system gives to a job. */
export const envStore = ({env, prefix}: EnvStoreOptions): SecretStore => ({
  name: prefix === '' ? 'env' : `env (prefix ${prefix})`,
  first: 'whole',
  fetch: async (secret) => fetch(secret, {env, prefix}),
});

function fetch({name, version}: NamedSecret, {env, prefix}: EnvStoreOptions): SecretReading {
  if (version !== undefined) return {because: 'environment variables have no versions', hint: 'Leave out ?version=.'};
  // A variable never has a slash in its name.
  if (name.length > 1)
    return {because: `no environment variable can be named ${name.join('/')}`, hint: SHAPE, absent: true};
  const exact = `${prefix}${name.join('/')}`;
  const variable = env[exact] === undefined ? settable(exact) : exact;
  const value = env[variable];
  if (value === undefined) return {because: `the environment variable ${variable} is not set`, absent: true};
  return value === '' ? {because: `the environment variable ${variable} is empty`} : {value: new Secret(value)};
}

/** Names of Secrets have hyphens and dots; no shell, and no settings page of a CI system, can set such a variable. */
const settable = (variable: string): string => variable.replaceAll(/[^A-Za-z0-9_]/g, '_');

const SHAPE = 'In this store write ref://NAME, or ref://NAME/property for a part of a value that is JSON.';
