import {readFile} from 'node:fs/promises';
import {GantryError} from '../../core/failure/failure.ts';
import {objectIn} from '../../core/secret/no-answer.ts';
import type {OidcIdentity, TokenSource} from '../../core/workspace/oidc-identity.ts';
import {tokenExpiry} from '../../core/workspace/token-expiry.ts';
import {HttpsFailure} from '../../lib/https-failure.ts';
import {httpsRequest} from '../../lib/https-request.ts';
import type {Credential} from '../../ports/cluster-access.ts';
import type {LoginDeps} from './login-deps.ts';
import {bearer, checkedToken, renewalTime} from './shown-token.ts';

/** The identity to log in with, and the workspace that needs it, for messages. */
export type ForWorkspace = {readonly identity: OidcIdentity; readonly workspace: string};

/** The token of a pipeline. `missing`: the source without a token, so that a login is used instead. */
export type Given = {readonly credential: Credential} | {readonly missing: string | undefined};

/** Returns the token of a pipeline. Reads it each time, because other programs renew files and job tokens. */
export async function givenToken(of: ForWorkspace, deps: LoginDeps): Promise<Given> {
  const {from} = of.identity;
  if (from === undefined) return {missing: undefined};
  const found = await FIND[from.kind](from as never, of, deps);
  if (typeof found === 'object') return found;
  const now = deps.clock.now().toISOString();
  const until = tokenExpiry(found)?.toISOString();
  const token = {value: found, from: now, until};
  return {credential: bearer(token, renewalTime(token))};
}

type Find<Kind extends TokenSource['kind']> = (
  from: Extract<TokenSource, {readonly kind: Kind}>,
  of: ForWorkspace,
  deps: LoginDeps,
) => Promise<string | {readonly missing: string}>;

const FIND: {readonly [Kind in TokenSource['kind']]: Find<Kind>} = {
  file: fromFile,
  environment: fromEnvironment,
  github: fromGithub,
};

const named = ({identity: {issuer}, workspace}: ForWorkspace) => ({workspace, issuer});

async function fromFile(
  {path}: {readonly path: string},
  of: ForWorkspace,
): Promise<string | {readonly missing: string}> {
  try {
    return checkedToken(await readFile(path, 'utf8'), named(of), `tokenFile ${path}`);
  } catch (error) {
    if (error instanceof GantryError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    if (code === 'ENOENT') return {missing: `tokenFile ${path} does not exist`};
    throw new GantryError({
      code: 'credential/none',
      ...named(of),
      because: `tokenFile ${path} cannot be read (${code})`,
    });
  }
}

async function fromEnvironment(
  {variable}: {readonly variable: string},
  of: ForWorkspace,
  {env}: LoginDeps,
): Promise<string | {readonly missing: string}> {
  const value = env[variable];
  if (value === undefined || value === '') return {missing: `tokenEnv ${variable} is not set`};
  return checkedToken(value, named(of), `tokenEnv ${variable}`);
}

/**
 * Requests a token from GitHub: a GET with the job's own token returns `{value}`
 * (https://docs.github.com/actions/reference/openid-connect-reference).
 */
async function fromGithub(
  {audience}: {readonly audience: string},
  of: ForWorkspace,
  {env}: LoginDeps,
): Promise<string | {readonly missing: string}> {
  const {issuer} = of.identity;
  const [url, secret] = [env['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '', env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'] ?? ''];
  if (url === '' || secret === '') {
    const isJob = env['GITHUB_ACTIONS'] === 'true';
    return {
      missing: isJob
        ? 'this job cannot request a token: it needs "permissions: {id-token: write}"'
        : 'this is not a GitHub Actions job',
    };
  }
  const refused = (detail: string): GantryError =>
    new GantryError({code: 'identity/refused', issuer, detail: `GitHub returned no token: ${detail}`});
  if (URL.parse(url) === null) throw refused('ACTIONS_ID_TOKEN_REQUEST_URL is not a URL');
  const address = new URL(url);
  address.searchParams.set('audience', audience);
  const headers = {authorization: `Bearer ${secret}`, accept: 'application/json'};
  try {
    const request = {url: address.href, headers, timeoutMs: 20_000, maxBytes: 65_536, proxyEnv: env};
    const {status, body} = await httpsRequest(request);
    const value = status === 200 ? objectIn(body)?.['value'] : undefined;
    if (typeof value === 'string') return checkedToken(value, named(of), 'the response of GitHub');
    throw refused(`HTTP status ${status}`);
  } catch (error) {
    if (!(error instanceof HttpsFailure)) throw error;
    throw new GantryError({code: 'identity/unreachable', issuer, detail: error.message});
  }
}
