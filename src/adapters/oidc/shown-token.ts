import {GantryError} from '../../core/failure/failure.ts';
import {Secret} from '../../core/secret/secret.ts';
import type {OidcIdentity} from '../../core/workspace/oidc-identity.ts';
import {defined} from '../../lib/defined.ts';
import type {Credential} from '../../ports/cluster-access.ts';
import type {StoredLogin, StoredToken} from './stored-login.ts';

/** Returns the token of a login that a cluster receives. Undefined if the provider returned no such token. */
export const shownToken = ({id, access}: StoredLogin, {token}: Pick<OidcIdentity, 'token'>): StoredToken | undefined =>
  token === 'access' ? access : id;

/**
 * The time before its end at which a token is renewed, in milliseconds. A token with a lifetime of minutes is renewed in its last
 * quarter.
 */
const LEAD_MS = 60_000;

/** Returns the time to renew a token, so that a request with it still arrives in time. Undefined if its end is unknown. */
export function renewalTime({from, until}: StoredToken): Date | undefined {
  if (until === undefined) return undefined;
  const [begin, end] = [Date.parse(from), Date.parse(until)];
  return new Date(end - Math.min(LEAD_MS, (end - begin) / 4));
}

/** Reports whether a token must be renewed. A token without a known end is never renewed. */
export const endsSoon = (token: StoredToken, now: Date): boolean => {
  const renewal = renewalTime(token);
  return renewal !== undefined && renewal.getTime() <= now.getTime();
};

/** Reports whether a token has expired. A token without a known end has not. */
export const hasEnded = ({until}: StoredToken, now: Date): boolean =>
  until !== undefined && Date.parse(until) <= now.getTime();

/** Returns the credential of a token. @param renewFrom the time from which a new token can be requested */
export function bearer(token: Pick<StoredToken, 'value' | 'until'>, renewFrom?: Date): Credential {
  return {
    headers: [{name: 'authorization', value: new Secret(`Bearer ${token.value}`)}],
    ...defined({until: token.until, renewFrom: renewFrom?.toISOString()}),
  };
}

/** Checks that a token contains only characters that a header can contain. */
export function checkedToken(
  text: string,
  {workspace, issuer}: {workspace: string; issuer: string},
  from: string,
): string {
  const token = text.trim();
  const because = token === '' ? `${from} is empty` : `${from} contains no valid token`;
  if (!/^[\x21-\x7e]+$/.test(token)) throw new GantryError({code: 'credential/none', workspace, issuer, because});
  return token;
}
