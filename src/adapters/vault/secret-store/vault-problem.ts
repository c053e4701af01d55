import {isList, isObject, type JsonObject} from '../../../core/json.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {VaultAnswer} from './vault-client.ts';

/** What Vault's status says, where the question does not say it better. Its own words may hold what was asked. */
export function statusProblem({status, location, body}: VaultAnswer, what: string): NoSecret {
  if (status === 503)
    return saysAny(body, 'sealed')
      ? {
          because: `Vault is sealed (HTTP 503), so that nobody can ask ${what}`,
          hint: 'Somebody has to unseal it.',
          fault: 'unreachable',
        }
      : {because: `Vault is not ready, or down for maintenance (HTTP 503, ${what})`, transient: true};
  if (status === 501) return {because: 'Vault is not initialized (HTTP 501)', fault: 'unreachable'};
  if (status === 472 || status === 473)
    return {
      because: `that server of Vault is a replica which does not answer (HTTP ${status})`,
      hint: ACTIVE,
      fault: 'unreachable',
    };
  if (status >= 300 && status < 400)
    return {
      because: `that server of Vault is a standby that sends elsewhere (${hostOf(location)})`,
      hint: ACTIVE,
      fault: 'unreachable',
    };
  if (status === 412)
    return {because: `that server of Vault does not have the newest data yet (HTTP 412, ${what})`, transient: true};
  if (status === 429) return {because: `Vault has too many requests (HTTP 429, ${what})`, transient: true};
  if (status >= 500) return {because: `Vault has a problem of its own (HTTP ${status}, ${what})`, transient: true};
  return {because: `Vault refuses ${what} (HTTP ${status})`};
}

const ACTIVE = 'Name the active server, or an address that leads to it, as `server`.';

const hostOf = (location = ''): string => URL.parse(location)?.host ?? 'it does not say where';

/** Whether one of its errors or warnings has this text: looked for, never told. */
export function saysAny(body: JsonObject, text: string): boolean {
  return [body['errors'], body['warnings']].some(
    (list) => isList(list) && list.some((one) => typeof one === 'string' && one.includes(text)),
  );
}

/** A version that is there no longer: Vault answers 404 with its metadata. */
export function goneVersion({data}: JsonObject, secret: string): NoSecret | undefined {
  const metadata = isObject(data) ? data['metadata'] : undefined;
  if (!isObject(metadata)) return undefined;
  const version = typeof metadata['version'] === 'number' ? `version ${metadata['version']} of ${secret}` : secret;
  if (metadata['destroyed'] === true) return {because: `${version} was destroyed: nobody can have it back`};
  const deleted = metadata['deletion_time'];
  const at = typeof deleted === 'string' && /^[\dT:.Z+-]+$/.test(deleted) ? ` at ${deleted}` : '';
  return {because: `${version} was deleted${at}`, hint: 'It can be had back: vault kv undelete.'};
}
