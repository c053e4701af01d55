import type {HttpsAnswer} from '../../../lib/https-request.ts';
import {isMetadataHost} from '../../../lib/metadata-address.ts';

/** As many as a sign-on and a moved file need, and no ring. */
const MOST = 5;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The first request of a chain of redirects; its headers go to each server, except for the login. */
export type Start = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent to the server of the address alone. */
  readonly login: string | undefined;
};

type Send = (request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}) => Promise<HttpsAnswer>;

/** Where a server sends us on, and may not. The message names hosts alone: the rest of an address may be secret. */
export class RedirectRefused extends Error {}

/**
 * Asks, and goes where the answer leads: to https only, and without the login once it is another server, for good.
 * @throws RedirectRefused
 */
export async function followRedirects(start: Start, send: Send): Promise<HttpsAnswer & {readonly url: URL}> {
  let {url, login} = start;
  for (let count = 0; ; count++) {
    const headers = login === undefined ? start.headers : {...start.headers, authorization: login};
    const answer = await send({url: url.href, headers});
    if (!REDIRECTS.has(answer.status)) return {...answer, url};
    if (count === MOST) throw new RedirectRefused(`it leads on and on: ${MOST} redirects are followed, no more`);
    const next = nextOf(url, answer.headers['location']);
    if (next.origin !== url.origin) login = undefined;
    url = next;
  }
}

function nextOf(url: URL, location: string | undefined): URL {
  const next = location === undefined ? null : URL.parse(location, url.href);
  if (next === null) throw new RedirectRefused(`${url.host} leads on to no address`);
  if (next.protocol !== 'https:')
    throw new RedirectRefused(`${url.host} leads on to ${next.protocol}//${next.host}, and only https is followed`);
  if (isMetadataHost(next.hostname))
    throw new RedirectRefused(`${url.host} leads on to ${next.host}, which is where a cloud gives credentials`);
  if (next.username !== '' || next.password !== '')
    throw new RedirectRefused(`${url.host} leads on to an address with a password in it`);
  return next;
}
