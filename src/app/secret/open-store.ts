import {homedir} from 'node:os';
import {isAbsolute, resolve} from 'node:path';
import type {SecretStore as StoreModel} from '../../config/secret-store.ts';
import type {SecretStoreConfig} from '../../core/secret/store-config.ts';
import {expandPath} from '../../core/workspace/expand-path.ts';
import type {SecretStore} from '../../ports/secret-store.ts';
import type {Deps} from '../deps.ts';

export type NoStore = {readonly problem: string; readonly hint?: string};

/** A secret store as a file declares it. */
export type DeclaredStore = {
  readonly store: NonNullable<StoreModel>;
  /** What a relative path starts at; absent: there is no file. */
  readonly base?: string;
};

type Doors = Pick<Deps, 'secretStore' | 'env'>;

export async function openDeclaredStore(declared: DeclaredStore, deps: Doors): Promise<SecretStore | NoStore> {
  const config = configOf(declared, deps);
  return 'problem' in config ? config : deps.secretStore(config);
}

function configOf({store: {provider}, base}: DeclaredStore, {env}: Doors): SecretStoreConfig | NoStore {
  const {env: variables, file} = provider;
  if (variables !== undefined && variables !== null) return {kind: 'env', prefix: variables.prefix ?? ''};
  if (file === undefined || file === null) return {problem: 'secret stores of this kind are not supported yet'};
  const expanded = expandPath(file.path, {env, home: env['HOME'] || env['USERPROFILE'] || homedir()});
  if ('problem' in expanded) return {problem: `the path of the secret store: ${expanded.problem}`};
  if (base === undefined && !isAbsolute(expanded.path))
    return {
      problem: `the secret store's path ${file.path} is relative, and its workspace lies in no file`,
      hint: 'Write an absolute path.',
    };
  return {kind: 'file', path: resolve(base ?? '/', expanded.path)};
}
