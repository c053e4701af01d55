import {GantryError} from '../../../core/failure/failure.ts';
import {hideTokens} from '../../../core/secret/hide-tokens.ts';
import {scrubText} from '../../../core/secret/scrub-text.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import {httpsFetch} from '../../../lib/https-fetch.ts';
import type {Credential} from '../../../ports/cluster-access.ts';
import type {Entry} from './entry.ts';
import {readText} from './read-files.ts';

/** The time before its expiry at which a token is renewed. */
const MARGIN_MS = 30_000;

type Environment = Readonly<Record<string, string | undefined>>;
type Host = {readonly server: string; readonly env: Environment};

/** Returns the credential of a user with the `oidc` auth-provider: its id-token, renewed by its refresh-token after expiry. */
export function oidcCredential(provider: Entry, host: Host): (again: boolean) => Promise<Credential> {
  const config = provider.object('config');
  if (config === undefined) throw provider.problem('config is missing');
  // A refresh may also return a new refresh-token, which the next refresh uses.
  let current: Tokens = {idToken: config.text('id-token'), refreshToken: config.text('refresh-token')};
  return async (again) => {
    const {idToken} = current;
    if (again || idToken === undefined || endsSoon(idToken)) current = await refresh(config, current, host);
    return {headers: [{name: 'authorization', value: new Secret(`Bearer ${current.idToken}`)}]};
  };
}

type Tokens = {readonly idToken: string | undefined; readonly refreshToken: string | undefined};

/** Renews the token. The library is loaded only for that. The size of the provider's answer is limited like that of all others. */
async function refresh(config: Entry, {refreshToken}: Tokens, {server, env}: Host): Promise<Tokens> {
  const refused = (detail: string, cause?: unknown): GantryError =>
    new GantryError({code: 'credential/refused', server, notSent: true, detail: `OIDC: ${detail}`}, {cause});
  const [issuer, clientId] = [config.text('idp-issuer-url'), config.text('client-id')];
  const secret = config.text('client-secret');
  if (!issuer || !clientId || !refreshToken) {
    const needed = {'idp-issuer-url': issuer, 'client-id': clientId, 'refresh-token': refreshToken};
    const missing = Object.entries(needed).flatMap(([key, value]) => (value ? [] : [key]));
    throw refused(`the id-token has expired, and ${missing.join(', ')} is missing to renew it: log in again`);
  }
  const address = URL.parse(issuer);
  if (address === null) throw config.problem('idp-issuer-url is not an address');
  const ca = await authorityOf(config);
  const openid = await import('openid-client');
  try {
    const provider = await openid.discovery(address, clientId, secret, secret ? undefined : openid.None(), {
      [openid.customFetch]: httpsFetch({env, ca}),
    });
    const tokens = await openid.refreshTokenGrant(provider, refreshToken);
    if (tokens.id_token === undefined) throw refused('the provider returned no id-token');
    return {idToken: tokens.id_token, refreshToken: tokens.refresh_token ?? refreshToken};
  } catch (error) {
    if (error instanceof GantryError) throw error;
    const text = hideTokens(scrubText(reasonOf(error), [refreshToken, ...(secret ? [secret] : [])]));
    throw refused(`${issuer} did not renew the token: ${text}`, error);
  }
}

async function authorityOf(config: Entry): Promise<string | undefined> {
  const data = config.data('idp-certificate-authority-data');
  if (data !== undefined) return data;
  const path = config.path('idp-certificate-authority');
  return path === undefined ? undefined : readText(path, config.problem, 'idp-certificate-authority');
}

/** Returns why the renewal failed: the cause of the failed request, or the provider's own error, if there is one. */
function reasonOf(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof HttpsFailure) return one.message;
    const {error: code, error_description: words} = one as Error & Readonly<Record<string, unknown>>;
    if (typeof code === 'string') return typeof words === 'string' && words !== '' ? `${code}: ${words}` : code;
  }
  return error instanceof Error ? error.message : 'no answer';
}

function endsSoon(token: string): boolean {
  try {
    const {exp} = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as {exp?: unknown};
    return typeof exp === 'number' && exp * 1000 < Date.now() + MARGIN_MS;
  } catch {
    // Not a JWT, so the server decides.
    return false;
  }
}
