import {GantryError} from '../../core/failure/failure.ts';
import {Secret} from '../../core/secret/secret.ts';
import type {OidcIdentity} from '../../core/workspace/oidc-identity.ts';
import {defined} from '../../lib/defined.ts';
import type {Credential} from '../../ports/cluster-access.ts';
import type {StoredLogin, StoredToken} from './stored-login.ts';

/** What a cluster is shown of a login. Undefined: the provider gave no such token. */
export const shownToken = ({id, access}: StoredLogin, {token}: Pick<OidcIdentity, 'token'>): StoredToken | undefined =>
  token === 'access' ? access : id;

/** A token is renewed a minute before it ends; one that lives for minutes only, in the last quarter of its life. */
const LEAD_MS = 60_000;

/** When a token is to be renewed: what is sent with it must still arrive in time. Undefined: nobody knows when it ends. */
export function renewalTime({from, until}: StoredToken): Date | undefined {
  if (until === undefined) return undefined;
  const [begin, end] = [Date.parse(from), Date.parse(until)];
  return new Date(end - Math.min(LEAD_MS, (end - begin) / 4));
}

/** Whether it is time to renew the token; a token without a known end never is. */
export const endsSoon = (token: StoredToken, now: Date): boolean => {
  const renewal = renewalTime(token);
  return renewal !== undefined && renewal.getTime() <= now.getTime();
};

/** A token without a known end has not. */
export const hasEnded = ({until}: StoredToken, now: Date): boolean =>
  until !== undefined && Date.parse(until) <= now.getTime();

/** @param renewFrom when it is worth asking for another. */
export function bearer(token: Pick<StoredToken, 'value' | 'until'>, renewFrom?: Date): Credential {
  return {
    headers: [{name: 'authorization', value: new Secret(`Bearer ${token.value}`)}],
    ...defined({until: token.until, renewFrom: renewFrom?.toISOString()}),
  };
}

/** Only what a header may hold. */
export function checkedToken(
  text: string,
  {workspace, issuer}: {workspace: string; issuer: string},
  from: string,
): string {
  const token = text.trim();
  const because = token === '' ? `${from} is empty` : `${from} holds no token`;
  if (!/^[\x21-\x7e]+$/.test(token)) throw new GantryError({code: 'credential/none', workspace, issuer, because});
  return token;
}
