import {isList, isObject, type JsonObject} from '../../../core/json.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {VaultAnswer} from './vault-client.ts';

/**
 * Returns the reason for a status of Vault if the caller has no better one. The text of Vault is not repeated, because it may
 * quote the request.
 */
export function statusProblem({status, location, body}: VaultAnswer, what: string): NoSecret {
  if (status === 503)
    return saysAny(body, 'sealed')
      ? {
          because: `Vault is sealed (HTTP 503) and refuses the request ${what}`,
          hint: 'Unseal it.',
          fault: 'unreachable',
        }
      : {because: `Vault is not ready, or down for maintenance (HTTP 503, ${what})`, transient: true};
  if (status === 501) return {because: 'Vault is not initialized (HTTP 501)', fault: 'unreachable'};
  if (status === 472 || status === 473)
    return {
      because: `this Vault server is a replica that does not serve requests (HTTP ${status})`,
      hint: ACTIVE,
      fault: 'unreachable',
    };
  if (status >= 300 && status < 400)
    return {
      because: `this Vault server is a standby that redirects to another server (${hostOf(location)})`,
      hint: ACTIVE,
      fault: 'unreachable',
    };
  if (status === 412)
    return {because: `this Vault server does not have the newest data yet (HTTP 412, ${what})`, transient: true};
  if (status === 429) return {because: `Vault received too many requests (HTTP 429, ${what})`, transient: true};
  if (status >= 500) return {because: `Vault has an internal problem (HTTP ${status}, ${what})`, transient: true};
  return {because: `Vault refuses ${what} (HTTP ${status})`};
}

const ACTIVE = 'Set `server` to the active server, or to an address that reaches it.';

const hostOf = (location = ''): string => URL.parse(location)?.host ?? 'unknown address';

/** Reports whether an error or a warning contains a text. The messages are never shown. */
export function saysAny(body: JsonObject, text: string): boolean {
  return [body['errors'], body['warnings']].some(
    (list) => isList(list) && list.some((one) => typeof one === 'string' && one.includes(text)),
  );
}

/** Returns the reason for a deleted version: Vault responds with 404 and its metadata. */
export function goneVersion({data}: JsonObject, secret: string): NoSecret | undefined {
  const metadata = isObject(data) ? data['metadata'] : undefined;
  if (!isObject(metadata)) return undefined;
  const version = typeof metadata['version'] === 'number' ? `version ${metadata['version']} of ${secret}` : secret;
  if (metadata['destroyed'] === true) return {because: `${version} was destroyed and cannot be restored`};
  const deleted = metadata['deletion_time'];
  const at = typeof deleted === 'string' && /^[\dT:.Z+-]+$/.test(deleted) ? ` at ${deleted}` : '';
  return {because: `${version} was deleted${at}`, hint: 'Restore it with vault kv undelete.'};
}
