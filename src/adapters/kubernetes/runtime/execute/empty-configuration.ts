import type {JsonObject} from '../../../../core/json.ts';
import type {Identity} from '../../../../core/resource/identity.ts';
import {defined} from '../../../../lib/defined.ts';

/**
 * Returns a configuration whose apply gives up every field that only we own. The uid keeps the server from creating an
 * empty object if the original one no longer exists.
 */
export const emptyConfiguration = (
  {apiVersion, kind, namespace, name}: Identity,
  uid: string | undefined,
): JsonObject & {readonly metadata: JsonObject} => ({
  apiVersion,
  kind,
  metadata: {name, ...defined({namespace, uid})},
});
