import {Secret} from '../../core/secret/secret.ts';
import {askJson, type Environment} from './ask-json.ts';
import {KeylessFailure} from './keyless-failure.ts';

/** The audience of a token. Fulcio accepts no other one. */
const AUDIENCE = 'sigstore';

/**
 * Returns the identity token of the pipeline: that of the environment, else a new one from GitHub. Nobody is asked to log in.
 * @throws KeylessFailure, HttpsFailure
 */
export async function identityToken(env: Environment): Promise<Secret> {
  const given = env['SIGSTORE_ID_TOKEN']?.trim() ?? '';
  if (given !== '') return new Secret(given);
  const [url, own] = [env['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '', env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'] ?? ''];
  if (url === '' || own === '') throw new KeylessFailure(MISSING);
  const address = URL.parse(url);
  if (address === null) throw new KeylessFailure('ACTIONS_ID_TOKEN_REQUEST_URL is not a URL');
  address.searchParams.set('audience', AUDIENCE);
  const headers = {authorization: `Bearer ${own}`};
  const {value} = await askJson({server: 'GitHub', url: address.href, headers}, env);
  if (typeof value !== 'string' || value === '') throw new KeylessFailure('GitHub returned no identity token');
  return new Secret(value);
}

const MISSING = 'the environment has no identity token (SIGSTORE_ID_TOKEN, or ACTIONS_ID_TOKEN_REQUEST_URL of GitHub)';

/**
 * Returns the subject that Fulcio will name in the certificate. Its signature proves the possession of the key.
 * @throws KeylessFailure for a text that is not a token
 */
export function subjectOf(token: Secret): string {
  const {email, sub} = claimsOf(token.reveal());
  if (typeof email === 'string' && email !== '') return email;
  if (typeof sub === 'string' && sub !== '') return sub;
  throw new KeylessFailure('the identity token has no subject');
}

function claimsOf(token: string): Readonly<Record<string, unknown>> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    if (typeof claims === 'object' && claims !== null) return claims as Readonly<Record<string, unknown>>;
  } catch {
    // The text is a secret, and an error of JSON quotes it.
  }
  throw new KeylessFailure('the identity token is not a JSON web token');
}
