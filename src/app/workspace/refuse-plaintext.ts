import {GantryError} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';
import {plaintextCredentials} from '../../core/workspace/plaintext-credentials.ts';
import type {Backend} from '../../ports/backend.ts';

export type PlaintextCheck = {
  readonly name: string;
  readonly context: JsonObject;
  /** Where it is to be kept. */
  readonly backend: Pick<Backend, 'name' | 'isPrivate'>;
  /** `--allow-plaintext`. */
  readonly allowed: boolean;
};

/**
 * What a backend keeps for several people, all of them can read.
 * @throws GantryError 'workspace/plaintext', naming the keys and none of their values
 */
export function refusePlaintext({name, context, backend, allowed}: PlaintextCheck): void {
  if (allowed || backend.isPrivate === true) return;
  const keys = plaintextCredentials(context);
  if (keys.length > 0) throw new GantryError({code: 'workspace/plaintext', name, keys, backend: backend.name});
}
