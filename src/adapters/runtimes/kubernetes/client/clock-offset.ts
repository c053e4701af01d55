import type {Clock} from '../../../../ports/clock.ts';
import type {Requests} from './request-types.ts';

/**
 * Milliseconds by which the clock of a server is ahead of ours, by the `Date` of an answer (RFC 9110, 6.6.1: whole seconds). Undefined where
 * it does not say, or where its version may not be read.
 */
export async function readClockOffset(requests: Pick<Requests, 'send'>, clock: Clock): Promise<number | undefined> {
  const asked = clock.now().getTime();
  const reply = await requests.send({method: 'GET', path: '/version'});
  const answered = clock.now().getTime();
  const theirs = reply.ok ? Date.parse(reply.headers['date'] ?? '') : Number.NaN;
  if (Number.isNaN(theirs)) return undefined;
  // Sent somewhere between the two, and cut to whole seconds: what is possible is no difference.
  const [earliest, latest] = [theirs - answered, theirs + 999 - asked];
  if (earliest <= 0 && latest >= 0) return 0;
  return earliest > 0 ? earliest : latest;
}
