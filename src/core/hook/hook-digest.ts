import {canonicalJson} from '../../lib/canonical-json.ts';
import type {Secret} from '../secret/secret.ts';
import type {Hook} from './hook.ts';

/** Returns the keyed digest of everything whose change makes a hook run: the chart, its values, and the object with its settings. */
export function digestHook({place: _, post: __, digest, ...hook}: Hook, key: Secret): string {
  return digest ?? key.hmac(`hook ${canonicalJson(hook)}`);
}
