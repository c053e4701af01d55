import type {WorkspaceFile} from '../../config/workspace-file.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {isObject, type Json} from '../../core/json.ts';
import {plaintextCredentials} from '../../core/workspace/plaintext-credentials.ts';
import type {Backend} from '../../ports/backend.ts';

/** A workspace to search for credentials in plain text before it is stored. */
export type PlaintextCheck = {
  readonly name: string;
  readonly workspace: Pick<WorkspaceFile, 'context' | 'env' | 'providers' | 'secretStore' | 'secretStores'>;
  /** The target backend. */
  readonly backend: Pick<Backend, 'name' | 'isPrivate'>;
  /** `--allow-plaintext`. */
  readonly allowed: boolean;
};

/**
 * Refuses credentials in plain text in a backend that several people can read.
 * @throws GantryError 'workspace/plaintext' with the keys and none of their values
 */
export function refusePlaintext({name, workspace, backend, allowed}: PlaintextCheck): void {
  if (allowed || backend.isPrivate === true) return;
  const {context, env, providers, secretStore, secretStores} = workspace;
  const keys = Object.entries({context, env, providers, secretStore, secretStores}).flatMap(([field, value]) =>
    credentialsIn((value ?? null) as Json).map((key) => `${field}.${key}`),
  );
  if (keys.length > 0) throw new GantryError({code: 'workspace/plaintext', name, keys, backend: backend.name});
}

const credentialsIn = (value: Json): readonly string[] => (isObject(value) ? plaintextCredentials(value) : []);
