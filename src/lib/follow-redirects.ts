import type {HttpsAnswer} from './https-request.ts';
import {isThisMachine} from './is-this-machine.ts';
import {isMetadataHost} from './metadata-address.ts';

/** The maximum number of redirects. It is enough for a single sign-on and a moved file, and stops a loop. */
const MOST = 5;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The first request of a chain of redirects. Its headers are sent to each server, except for the login. */
export type Start = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The login. It is sent only to the server of the original address. */
  readonly login: string | undefined;
};

type Send = (request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}) => Promise<HttpsAnswer>;

/** The error for a refused redirect. The message contains only hosts, because the rest of an address may be secret. */
export class RedirectRefused extends Error {}

/**
 * Sends a request and follows redirects to https addresses. After a redirect to another server, the login is never sent again.
 * @throws RedirectRefused
 */
export async function followRedirects(start: Start, send: Send): Promise<HttpsAnswer & {readonly url: URL}> {
  let {url, login} = start;
  for (let count = 0; ; count++) {
    const headers = login === undefined ? start.headers : {...start.headers, authorization: login};
    const answer = await send({url: url.href, headers});
    if (!REDIRECTS.has(answer.status)) return {...answer, url};
    if (count === MOST) throw new RedirectRefused(`too many redirects: at most ${MOST} are followed`);
    const next = nextOf(url, answer.headers['location']);
    if (next.origin !== url.origin) login = undefined;
    url = next;
  }
}

/** Reports whether a redirect stays on this machine, where plain http is allowed. */
const isOnThisMachine = (...addresses: readonly URL[]): boolean =>
  addresses.every(({protocol, hostname}) => protocol === 'http:' && isThisMachine(hostname));

function nextOf(url: URL, location: string | undefined): URL {
  const next = location === undefined ? null : URL.parse(location, url.href);
  if (next === null) throw new RedirectRefused(`${url.host} redirects to an invalid address`);
  if (next.protocol !== 'https:' && !isOnThisMachine(url, next))
    throw new RedirectRefused(`${url.host} redirects to ${next.protocol}//${next.host}, but only https is followed`);
  if (isMetadataHost(next.hostname))
    throw new RedirectRefused(`${url.host} redirects to ${next.host}, which is the metadata address of a cloud`);
  if (next.username !== '' || next.password !== '')
    throw new RedirectRefused(`${url.host} redirects to an address with a password`);
  return next;
}
