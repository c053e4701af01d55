import {createHash, timingSafeEqual} from 'node:crypto';
import {type HeaderLines, impersonated} from '../access/impersonated.ts';
import {escaped} from '../access/refuse-unallowed.ts';
import type {ApiReply, ApiRequest} from '../model/reply.ts';
import {statusBody} from '../model/status.ts';
import {answerOrRefusal} from './answer-or-refusal.ts';
import type {Api} from './api.ts';

/** A request whose sender has presented the token, over any transport. */
export type Received = {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  /** Header names are in lower case. */
  readonly headers: ApiRequest['headers'];
  /** The same headers, with each value separate. */
  readonly lines: HeaderLines;
  readonly body: Buffer;
};

/** A reply whose body is complete. */
export type WholeReply = Extract<ApiReply, {kind: 'bytes'}>;

/** Compares the token of an Authorization header by digest, in constant time. */
export function isAuthorized(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Replies to a request as the user that its headers impersonate. Never throws: an internal error becomes a response too. */
export function replyTo(
  api: Api,
  {method, url, headers, lines, body}: Received,
): Exclude<ApiReply, {readonly kind: 'json'}> {
  const [path = '', ...search] = url.split('?');
  const user = impersonated(lines);
  if ('without' in user) return withoutUser(url, user.without);
  const query = new URLSearchParams(search.join('?'));
  const reply = answerOrRefusal(() => inBytes(api.handle({method, path, query, headers, body, user})));
  return inBytes(reply);
}

/** Serializes a reply here, so that an error while serializing becomes a refusal. */
function inBytes(reply: ApiReply): Exclude<ApiReply, {readonly kind: 'json'}> {
  if (reply.kind !== 'json') return reply;
  return {...reply, kind: 'bytes', type: 'application/json', body: Buffer.from(`${JSON.stringify(reply.body)}\n`)};
}

/** The 401 for a request with a missing or wrong token. */
export const UNAUTHORIZED: WholeReply = {
  kind: 'bytes',
  status: 401,
  type: 'application/json',
  body: Buffer.from(`${JSON.stringify(statusBody({code: 401, reason: 'Unauthorized', message: 'Unauthorized'}))}\n`),
};

const withoutUser = (url: string, why: string): WholeReply => ({
  kind: 'bytes',
  status: 500,
  type: 'text/plain; charset=utf-8',
  body: Buffer.from(`${escaped(`Internal Server Error: ${JSON.stringify(url)}: ${why}`)}\n`),
});
