import {readFile} from 'node:fs/promises';
import type {Failure} from '../../../core/failure/failure.ts';
import {GantryError} from '../../../core/failure/failure.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {basicAuthorization} from '../../../core/workspace/basic-authorization.ts';
import {defined} from '../../../lib/defined.ts';
import {followRedirects} from '../../../lib/follow-redirects.ts';
import {type HttpsAnswer, httpsRequest} from '../../../lib/https-request.ts';
import type {FetchedKubeconfig, SourceAt} from '../../../ports/fetched-kubeconfig.ts';
import {type Asked, addressToShow, explainAnswer, explainError} from './explain.ts';
import {type KubeconfigCache, openCache} from './kubeconfig-cache.ts';
import {PATIENCE, type Patience, persist} from './persist.ts';

/** The maximum size of a kubeconfig in bytes. A kubeconfig for a hundred clusters has some hundred kilobytes. */
export const MAX_BYTES = 1024 * 1024;

/** A kubeconfig on an HTTPS server. */
export type UrlPlace = {
  readonly kind: 'url';
  /** The URL: https only, without user and password. */
  readonly url: string;
  readonly caFile?: string;
  readonly authorization?:
    | {readonly scheme: 'bearer'; readonly token: Secret}
    | {readonly scheme: 'basic'; readonly username: string; readonly password: Secret};
};

/** The options for reading a kubeconfig over HTTPS. */
export type HttpsOptions = {
  /** `$GANTRY_HOME/cache/kubeconfigs`. */
  readonly cacheDir: string;
  /** The environment with HTTPS_PROXY and NO_PROXY. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  readonly patience?: Partial<Patience>;
};

/**
 * Fetches a kubeconfig over HTTPS. A cached copy is used only if the server confirms, for the same login, that it is unchanged.
 * An unreachable server is an error, because the kubeconfig may have been withdrawn since.
 * @throws GantryError 'context/fetch-refused', 'context/fetch-failed', 'context/kubeconfig'
 */
export async function fetchUrl(source: SourceAt<UrlPlace>, options: HttpsOptions): Promise<FetchedKubeconfig> {
  const {workspace, field, from: place} = source;
  const from = addressToShow(place.url);
  const asked: Asked = {workspace, field, from, withLogin: place.authorization !== undefined};
  const ca = place.caFile === undefined ? {} : {ca: await authorityOf(place.caFile, asked)};
  const cache = openCache(options.cacheDir, keyOf(place));
  const known = await cache.read();
  const {besideMetadata} = source;
  const answer = await ask({...asked, place, ca, etag: known?.etag, besideMetadata}, options);
  if (answer.status === 304 && known !== undefined) {
    await cache.keep();
    return {text: new Secret(known.text), from};
  }
  const failure = explainAnswer(answer, asked);
  if (failure !== undefined) {
    await forgetWhatWasWithdrawn(failure, cache);
    throw new GantryError(failure);
  }
  const text = answer.body.toString('utf8');
  await cache.write(answer.headers['etag'], text);
  return {text: new Secret(text), from};
}

type Asking = Asked & {
  readonly place: UrlPlace;
  readonly ca: {readonly ca?: string};
  readonly etag: string | undefined;
  readonly besideMetadata: true | undefined;
};

type Answer = HttpsAnswer & {readonly url: URL};

async function ask({place, ca, etag, besideMetadata, ...asked}: Asking, options: HttpsOptions): Promise<Answer> {
  const patience = {...PATIENCE, ...options.patience};
  const {signal, env} = options;
  try {
    return await persist(
      (timeoutMs) =>
        followRedirects(
          {
            url: new URL(place.url),
            headers: {accept: '*/*', ...defined({'if-none-match': etag})},
            login: loginOf(place),
          },
          (request) =>
            httpsRequest({
              ...request,
              ...ca,
              // The server determines the targets of redirects.
              besideMetadata: besideMetadata === true || request.url !== new URL(place.url).href,
              timeoutMs: timeoutMs(),
              maxBytes: MAX_BYTES,
              proxyEnv: env,
              signal,
            }),
        ),
      {patience, signal},
    );
  } catch (error) {
    signal?.throwIfAborted();
    throw new GantryError(explainError(error, asked), {cause: error});
  }
}

function loginOf({authorization}: UrlPlace): string | undefined {
  if (authorization === undefined) return undefined;
  if (authorization.scheme === 'bearer') return `Bearer ${authorization.token.reveal()}`;
  const {username, password} = authorization;
  return basicAuthorization({username: new Secret(username), password});
}

/** Returns the cache key. Each login has its own copy, and the file name reveals nothing about the login. */
function keyOf({url, authorization}: UrlPlace): string {
  if (authorization === undefined) return `${url}\0`;
  if (authorization.scheme === 'bearer') return `${url}\0bearer\0${authorization.token.hmac(url)}`;
  return `${url}\0basic\0${authorization.username}\0${authorization.password.hmac(url)}`;
}

/** Deletes the cached copy if the server responded and no longer serves the file. */
async function forgetWhatWasWithdrawn({code}: Failure, cache: KubeconfigCache): Promise<void> {
  if (code !== 'context/fetch-failed') await cache.forget();
}

async function authorityOf(path: string, {workspace, field}: Asked): Promise<string> {
  const fail = (problem: string, cause?: unknown): GantryError =>
    new GantryError({code: 'context/kubeconfig', workspace, field, problem: `caFile ${path} ${problem}`}, {cause});
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'error';
    throw fail(code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`, error);
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----')) throw fail('contains no PEM certificate');
  return text;
}
