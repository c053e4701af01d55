import type {JsonObject} from '../../../../core/json.ts';
import type {Identity} from '../../../../core/resource/identity.ts';
import {defined} from '../../../../lib/defined.ts';

/**
 * An apply of it lets go of every field that only we own.
 * The uid keeps the server from making an empty object where the one that is meant has gone.
 */
export const emptyConfiguration = (
  {apiVersion, kind, namespace, name}: Identity,
  uid: string | undefined,
): JsonObject & {readonly metadata: JsonObject} => ({
  apiVersion,
  kind,
  metadata: {name, ...defined({namespace, uid})},
});
