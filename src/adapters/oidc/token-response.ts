import type {IDToken, TokenEndpointResponse, TokenEndpointResponseHelpers} from 'openid-client';
import {GantryError} from '../../core/failure/failure.ts';
import type {OidcIdentity} from '../../core/workspace/oidc-identity.ts';
import {defined} from '../../lib/defined.ts';
import type {StoredLogin, StoredToken} from './stored-login.ts';

/** The response of a provider's token endpoint, with the claims of its ID token. */
export type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** Returns the login that a user has just made. */
export function firstLogin(tokens: Tokens, identity: OidcIdentity, scopes: readonly string[], now: Date): StoredLogin {
  const {issuer, clientId, caFile, clientSecret} = identity;
  const claims = tokens.claims();
  if (claims === undefined)
    throw new GantryError({code: 'identity/refused', issuer, detail: 'it returned no ID token'});
  return {
    formatVersion: 1,
    issuer,
    clientId,
    scopes,
    caFile,
    confidential: clientSecret && true,
    subject: claims.sub,
    ...nameIn(claims),
    since: now.toISOString(),
    ...tokensOf(tokens, now),
  };
}

/** Returns the login with new tokens. A provider that rotates refresh tokens returns a new one. Other providers keep the old one valid. */
export function renewedLogin(login: StoredLogin, tokens: Tokens, now: Date): StoredLogin {
  const claims = tokens.claims();
  if (claims !== undefined && claims.sub !== login.subject)
    throw new GantryError({
      code: 'identity/refused',
      issuer: login.issuer,
      detail: 'it renewed the login of another user',
    });
  return {...login, ...tokensOf(tokens, now)};
}

type NewTokens = Pick<StoredLogin, 'id' | 'access' | 'refreshToken'>;

function tokensOf(tokens: Tokens, now: Date): NewTokens {
  const claims = tokens.claims();
  const {id_token: id, access_token: access, expires_in: seconds, refresh_token: refreshToken} = tokens;
  return {
    // Its duration counts, because the clock of the provider may differ.
    ...defined({id: id === undefined || claims === undefined ? undefined : token(id, now, claims.exp - claims.iat)}),
    access: token(access, now, seconds),
    ...defined({refreshToken}),
  };
}

const token = (value: string, now: Date, seconds: number | undefined): StoredToken => ({
  value,
  from: now.toISOString(),
  until: seconds === undefined ? undefined : new Date(now.getTime() + seconds * 1000).toISOString(),
});

/** Returns the name that the user chose. It is never used for a decision. */
function nameIn(claims: IDToken): {readonly name?: string} {
  const found = ['email', 'preferred_username', 'name']
    .map((key) => claims[key])
    .find((value) => typeof value === 'string');
  return typeof found === 'string' ? {name: found} : {};
}
