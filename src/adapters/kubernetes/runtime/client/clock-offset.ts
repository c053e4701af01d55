import type {Clock} from '../../../../ports/clock.ts';
import type {Requests} from './request-types.ts';

/**
 * Returns the milliseconds by which the server's clock is ahead of the local clock, from the `Date` header (RFC 9110, 6.6.1: whole seconds).
 * Returns undefined if the header is missing or the request is denied.
 */
export async function readClockOffset(requests: Pick<Requests, 'send'>, clock: Clock): Promise<number | undefined> {
  const asked = clock.now().getTime();
  const reply = await requests.send({method: 'GET', path: '/version'});
  const answered = clock.now().getTime();
  const theirs = reply.ok ? Date.parse(reply.headers['date'] ?? '') : Number.NaN;
  if (Number.isNaN(theirs)) return undefined;
  // The server wrote the header between the two times and truncated it: within that range the offset is zero.
  const [earliest, latest] = [theirs - answered, theirs + 999 - asked];
  if (earliest <= 0 && latest >= 0) return 0;
  return earliest > 0 ? earliest : latest;
}
