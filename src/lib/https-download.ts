import type {Patience} from './attempts.ts';
import {followRedirects} from './follow-redirects.ts';
import {attemptHttps} from './https-attempts.ts';
import {HttpsFailure} from './https-failure.ts';
import {type HttpsAnswer, httpsRequest} from './https-request.ts';
import {isMetadataHost} from './metadata-address.ts';

/** A file to download from an address that others may have chosen. */
export type Download = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The header `Authorization`. It is sent only to the server of the address, and not after a redirect to another one. */
  readonly login?: string | undefined;
  /** PEM certificates to trust besides those of the system. */
  readonly ca?: string | undefined;
  readonly maxBytes: number;
  /** The environment with HTTPS_PROXY and NO_PROXY. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
};

const TIMEOUT_MS = 60_000;

const PATIENCE: Patience = {
  attemptMs: TIMEOUT_MS,
  attempts: 4,
  budgetMs: 30_000,
  firstDelayMs: 100,
  longestDelayMs: 5_000,
};

/**
 * Downloads a file over https, with redirects and several attempts. Metadata addresses are never requested.
 * @throws HttpsFailure, RedirectRefused; the signal's reason if it was aborted
 */
export async function httpsDownload(download: Download): Promise<HttpsAnswer & {readonly url: URL}> {
  const {headers = {}, login, ca, maxBytes, env, signal} = download;
  const url = URL.parse(download.url);
  if (url === null) throw new HttpsFailure('address', undefined, 'this is not an address');
  if (isMetadataHost(url.hostname)) throw new HttpsFailure('address', url, 'it is the metadata address of a cloud');
  let last = url;
  const {reply} = await attemptHttps(
    () =>
      followRedirects({url, headers, login}, (request) => {
        last = new URL(request.url);
        const limits = {timeoutMs: TIMEOUT_MS, maxBytes, signal};
        return httpsRequest({...request, ...limits, ca, proxyEnv: env, besideMetadata: true});
      }),
    {patience: PATIENCE, stop: signal},
  );
  if (reply instanceof HttpsFailure) throw reply;
  return {...reply, url: last};
}
