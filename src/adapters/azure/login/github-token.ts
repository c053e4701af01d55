import {objectIn} from '../../../core/secret/no-answer.ts';
import {httpsRequest} from '../../../lib/https-request.ts';
import {type AzureDeps, BOUNDS} from './azure-http.ts';

/** The address and the token with which a GitHub Actions job requests a token that identifies it. */
export type GithubJob = {readonly url: string; readonly token: string};

/** Requests the token that Microsoft accepts as the login of the client that trusts this job. */
export async function githubToken({url, token}: GithubJob, deps: AzureDeps): Promise<string> {
  const {env, signal, http = httpsRequest} = deps;
  const address = new URL(url);
  address.searchParams.set('audience', 'api://AzureADTokenExchange');
  const {status, body} = await http({
    url: address.href,
    headers: {authorization: `Bearer ${token}`, accept: 'application/json'},
    ...BOUNDS,
    proxyEnv: env,
    signal,
  });
  const value = status === 200 ? objectIn(body)?.['value'] : undefined;
  if (typeof value === 'string') return value;
  throw new Error(`GitHub returned no token (HTTP ${status})`);
}
