import {GantryError} from '../../../core/failure/failure.ts';
import {scrubText} from '../../../core/secret/scrub-text.ts';
import {Secret} from '../../../core/secret/secret.ts';
import type {Credential} from '../../../ports/cluster-access.ts';
import type {Entry} from './entry.ts';

/** A token that ends within this time is renewed first. */
const MARGIN_MS = 30_000;

/** A user of the `oidc` auth-provider: its id-token, renewed by its refresh-token when it has ended. */
export function oidcCredential(provider: Entry, server: string): (again: boolean) => Promise<Credential> {
  const config = provider.object('config');
  if (config === undefined) throw provider.problem('config is missing');
  // A refresh may also give a new refresh-token: the next one starts from it.
  const current: Record<string, string | undefined> = Object.fromEntries(
    Object.keys(config.fields()).map((key) => [key, config.text(key)]),
  );
  return async (again) => {
    const token = current['id-token'];
    const fresh = again || token === undefined || endsSoon(token) ? await refresh(current, server) : token;
    return {headers: [{name: 'authorization', value: new Secret(`Bearer ${fresh}`)}]};
  };
}

/** client-node's OIDC client costs most of a second to load, so it is loaded only when there is something to renew. */
async function refresh(config: Record<string, string | undefined>, server: string): Promise<string> {
  const refused = (detail: string, cause?: unknown): GantryError =>
    new GantryError({code: 'credential/refused', server, notSent: true, detail: `OIDC: ${detail}`}, {cause});
  const missing = ['idp-issuer-url', 'client-id', 'refresh-token'].filter((key) => !config[key]);
  if (missing.length > 0)
    throw refused(`the id-token has ended and ${missing.join(', ')} is missing to renew it: log in again`);
  const {OpenIDConnectAuth} = await import('@kubernetes/client-node/dist/oidc_auth.js');
  const options: {headers: Record<string, string>} = {headers: {}};
  // A token that has ended makes it refresh, whatever the clock of the server that refused the present one.
  const user = {name: 'gantry', authProvider: {name: 'oidc', config: {...config, 'id-token': ENDED}}};
  try {
    await new OpenIDConnectAuth().applyAuthentication(user, options);
  } catch (error) {
    const secrets = [config['client-secret'], config['refresh-token']].filter((value) => value !== undefined);
    const text = scrubText(error instanceof Error ? error.message : 'no answer', secrets);
    throw refused(`${config['idp-issuer-url']} did not renew the token: ${text}`, error);
  }
  Object.assign(config, user.authProvider.config);
  const token = options.headers['Authorization']?.replace(/^Bearer /, '');
  if (token === undefined || token === ENDED) throw refused('the provider gave no id-token');
  return token;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const ENDED = `${part({alg: 'none'})}.${part({exp: 1})}.x`;

function endsSoon(token: string): boolean {
  try {
    const {exp} = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as {exp?: unknown};
    return typeof exp === 'number' && exp * 1000 < Date.now() + MARGIN_MS;
  } catch {
    // Not a JWT: the server will tell.
    return false;
  }
}
