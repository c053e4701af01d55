import type {Json} from '../../../core/json.ts';
import {readProperty} from '../../../core/secret/read-property.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {namesOf, type SecretUri} from '../../../core/secret/secret-uri.ts';
import type {SecretReading, SecretStore} from '../../../ports/secret-store.ts';

export type EnvStoreOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Comes before each name. */
  readonly prefix: string;
};

/** Secrets in environment variables: what a CI system gives to a job. */
export const envStore = ({env, prefix}: EnvStoreOptions): SecretStore => ({
  name: prefix === '' ? 'env' : `env (prefix ${prefix})`,
  read: async (uri) => read(uri, {env, prefix}),
});

function read(uri: SecretUri, {env, prefix}: EnvStoreOptions): SecretReading {
  if (uri.version !== undefined)
    return {because: 'environment variables have no versions', hint: 'Leave out ?version=.'};
  const variables: string[] = [];
  for (const {name, property} of namesOf(uri)) {
    // A variable never has a slash in its name.
    if (name.length > 1) continue;
    const exact = `${prefix}${name.join('/')}`;
    const variable = env[exact] === undefined ? settable(exact) : exact;
    variables.push(variable);
    const value = env[variable];
    if (value === undefined) continue;
    if (value === '') return {because: `the environment variable ${variable} is empty`};
    if (property === undefined) return {value: new Secret(value)};
    const part = readProperty({
      value,
      property,
      what: `the environment variable ${variable}`,
      syntax: 'JSON',
      parse: (text) => JSON.parse(text) as Json,
    });
    return 'text' in part ? {value: new Secret(part.text)} : part;
  }
  const [variable] = variables;
  const property = namesOf(uri).find(({name}) => name.length === 1)?.property;
  if (variable === undefined)
    return {because: `no environment variable can be named ${uri.segments.slice(0, -1).join('/')}`, hint: SHAPE};
  return {
    because: `the environment variable ${variable} is not set`,
    ...(property === undefined ? {} : {hint: `Its value is JSON, of which the property "${property}" is taken.`}),
  };
}

/** Names of Secrets have hyphens and dots; no shell, and no settings page of a CI system, can set such a variable. */
const settable = (variable: string): string => variable.replaceAll(/[^A-Za-z0-9_]/g, '_');

const SHAPE = 'In this store write ref://NAME, or ref://NAME/property for a part of a value that is JSON.';
