import {Secret} from '../../../core/secret/secret.ts';
import type {NamedSecret, SecretReading, SecretStore} from '../../../ports/secret-store.ts';

/** The options of a secret store that reads environment variables. */
export type EnvStoreOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The prefix of each name. */
  readonly prefix: string;
};

/** Opens the environment variables as secrets, for example those that a CI system gives to a job. */
export const envStore = ({env, prefix}: EnvStoreOptions): SecretStore => ({
  name: prefix === '' ? 'env' : `env (prefix ${prefix})`,
  first: 'whole',
  fetch: async (secret) => fetch(secret, {env, prefix}),
});

function fetch({name, version}: NamedSecret, {env, prefix}: EnvStoreOptions): SecretReading {
  if (version !== undefined) return {because: 'environment variables have no versions', hint: 'Omit ?version=.'};
  // The name of a variable never contains a slash.
  if (name.length > 1)
    return {because: `${name.join('/')} is not a valid name of an environment variable`, hint: SHAPE, absent: true};
  const exact = `${prefix}${name.join('/')}`;
  const variable = env[exact] === undefined ? settable(exact) : exact;
  const value = env[variable];
  if (value === undefined) return {because: `the environment variable ${variable} is not set`, absent: true};
  return value === '' ? {because: `the environment variable ${variable} is empty`} : {value: new Secret(value)};
}

/** Replaces hyphens and dots in the names of Secrets, because shells and CI systems cannot set such variables. */
const settable = (variable: string): string => variable.replaceAll(/[^A-Za-z0-9_]/g, '_');

const SHAPE = 'Write ref://NAME in this store, or ref://NAME/property for a property of a JSON value.';
