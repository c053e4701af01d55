import type {Secret} from '../../core/secret/secret.ts';
import type {HttpsAnswer} from '../../lib/https-request.ts';
import {isMetadataHost} from '../../lib/metadata-address.ts';
import {RegistryProblem} from './registry-problem.ts';

/** A user of a registry. */
export type RegistryLogin = {readonly username: string; readonly password: Secret};

/** Requests a token: without redirects, from a server that the registry has named. */
export type AskForToken = (url: string, authorization: string | undefined) => Promise<HttpsAnswer>;

type Challenge = {readonly scheme: string; readonly fields: Readonly<Record<string, string>>};

/**
 * Returns the header Authorization that a registry asks for with `WWW-Authenticate`: a token from the server that it names, or the login
 * itself. Undefined if the registry asks for something else, or for a login that there is not.
 */
export async function authorize(
  challenge: string,
  {login, ask}: {readonly login: RegistryLogin | undefined; readonly ask: AskForToken},
): Promise<string | undefined> {
  const {scheme, fields} = readChallenge(challenge);
  const basic = login && `Basic ${Buffer.from(`${login.username}:${login.password.reveal()}`).toString('base64')}`;
  if (scheme === 'basic') return basic;
  if (scheme !== 'bearer') return undefined;
  const {realm = '', service, scope} = fields;
  const url = URL.parse(realm);
  if (url === null || isMetadataHost(url.hostname))
    throw new RegistryProblem('the registry names no valid server for its tokens');
  if (service !== undefined) url.searchParams.set('service', service);
  if (scope !== undefined) url.searchParams.set('scope', scope);
  const {status, body} = await ask(url.href, basic);
  if (status !== 200) return undefined;
  const token = tokenIn(body);
  return token === undefined ? undefined : `Bearer ${token}`;
}

/** Parses `Bearer realm="https://auth.example/token",service="registry",scope="repository:app:pull"`. */
function readChallenge(text: string): Challenge {
  const [, scheme = '', rest = ''] = /^\s*([\w-]+)\s*(.*)$/s.exec(text) ?? [];
  const fields = [...rest.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name.toLowerCase(),
    value,
  ]);
  return {scheme: scheme.toLowerCase(), fields: Object.fromEntries(fields) as Record<string, string>};
}

function tokenIn(body: Buffer): string | undefined {
  try {
    const {token, access_token} = JSON.parse(body.toString('utf8')) as Readonly<Record<string, unknown>>;
    const found = token ?? access_token;
    // A line end in a token would end the header.
    return typeof found === 'string' && /^[\x21-\x7e]+$/.test(found) ? found : undefined;
  } catch {
    return undefined;
  }
}
