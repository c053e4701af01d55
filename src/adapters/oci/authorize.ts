import {isObject, type Json} from '../../core/json.ts';
import {basicAuthorization} from '../../core/workspace/basic-authorization.ts';
import type {ServerLogin} from '../../core/workspace/server-login.ts';
import {statusProblem} from '../../lib/download-problem.ts';
import {httpsDownload} from '../../lib/https-download.ts';
import type {HttpsAnswer} from '../../lib/https-request.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import type {OciOptions} from './oci-options.ts';

/** A registry that may have answered with a challenge. */
export type Challenged = OciOptions & {
  readonly base: URL;
  /** `oci://HOST/NAME` */
  readonly address: string;
  readonly login: ServerLogin | undefined;
};

const MOST_BYTES = 2 ** 20;

/** Answers the challenge of a registry with a header for the next request. Returns undefined if no challenge can be answered. */
export async function authorize(
  {status, headers, url}: HttpsAnswer & {readonly url: URL},
  challenged: Challenged,
): Promise<{readonly header: string} | SourceProblem | undefined> {
  const {base, login} = challenged;
  // After a redirect, the challenge is that of another server.
  if (status !== 401 || url.origin !== base.origin) return undefined;
  const challenge = headers['www-authenticate'] ?? '';
  if (/^basic\b/i.test(challenge)) {
    const header = basicAuthorization(login);
    return header === undefined ? undefined : {header};
  }
  return /^bearer\b/i.test(challenge) ? askForToken(challenge, challenged) : undefined;
}

async function askForToken(
  challenge: string,
  challenged: Challenged,
): Promise<{readonly header: string} | SourceProblem> {
  const {address, login, env, signal} = challenged;
  const {realm = '', ...query} = parametersOf(challenge);
  const server = URL.parse(realm);
  if (server === null) return {problem: `${challenged.base.host} names no server for tokens`};
  const header = basicAuthorization(login);
  if (header !== undefined && !mayReceive(server, challenged)) return otherServer(server, challenged);
  for (const name of ['service', 'scope'] as const) {
    const value = query[name];
    if (value !== undefined) server.searchParams.set(name, value);
  }
  const download = {url: server.href, login: header, ca: login?.ca, maxBytes: MOST_BYTES, env, signal};
  const answer = await httpsDownload(download);
  if (answer.status !== 200) return statusProblem(answer, {address, login});
  const {token, access_token: accessToken} = objectOf(answer.body);
  const found = token ?? accessToken;
  if (typeof found === 'string' && /^[\x21-\x7e]+$/.test(found)) return {header: `Bearer ${found}`};
  return {problem: `${server.host} answered with no token`};
}

/** The token server of Docker's registry, which has another name. */
const KNOWN: Readonly<Record<string, string>> = {'https://registry-1.docker.io': 'https://auth.docker.io'};

/** Reports whether a server may receive the login of a registry: the registry itself, or the server that the workspace names. */
const mayReceive = ({origin}: URL, {base, login}: Challenged): boolean =>
  [base.origin, KNOWN[base.origin], login?.tokenServer].includes(origin);

const otherServer = (server: URL, {base, login}: Challenged): SourceProblem => ({
  problem: `${base.host} wants its login to be sent to ${server.host}, another server`,
  hint: `If you trust it, add \`tokenServer: ${server.origin}\` to ${login?.setting}.`,
});

function parametersOf(challenge: string): {
  readonly realm?: string;
  readonly service?: string;
  readonly scope?: string;
} {
  const found = challenge.matchAll(/\b(realm|service|scope)="([^"]*)"/gi);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name.toLowerCase(), value]));
}

function objectOf(body: Buffer): Readonly<Record<string, Json>> {
  try {
    const value = JSON.parse(body.toString('utf8')) as Json;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
