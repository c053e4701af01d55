import {expect, it} from 'vitest';
import {requestSender} from '../../../../src/app/notify/send-request.ts';
import {HttpsFailure} from '../../../../src/lib/https-failure.ts';
import type {HttpsAnswer, HttpsRequest} from '../../../../src/lib/https-request.ts';

const url = 'https://hooks.example/services/T0/B0/s3cret-token';
const answer = (status: number, headers: Readonly<Record<string, string>> = {}): HttpsAnswer => ({
  status,
  headers,
  body: Buffer.from('s3cret-token'),
});
const failure = (kind: HttpsFailure['kind']) => new HttpsFailure(kind, new URL(url), kind);

/** Sends one request to a server that answers with these, one after the other. */
async function sent(answers: readonly (HttpsAnswer | Error)[], isRepeatable = true, signal?: AbortSignal) {
  const asked: HttpsRequest[] = [];
  const slept: number[] = [];
  const http = async (request: HttpsRequest): Promise<HttpsAnswer> => {
    asked.push(request);
    const next = answers[asked.length - 1];
    if (next === undefined) throw new Error('one request too many');
    if (next instanceof Error) throw next;
    return next;
  };
  const clock = {now: () => new Date(0), monotonic: () => 0, sleep: async (ms: number) => void slept.push(ms)};
  const env = {HTTPS_PROXY: 'http://proxy.example:3128'};
  const outcome = await requestSender({env, clock, http, signal})({url, method: 'POST', body: 'x', isRepeatable});
  return {outcome, asked, slept};
}

it.each([
  {title: 'a busy server is asked three times', answers: [answer(503), answer(429), answer(200)], requests: 3},
  {
    title: 'a server that stays busy fails after three requests',
    answers: [answer(503), answer(503), answer(503)],
    requests: 3,
    problem: 'HTTP 503',
  },
  {title: 'a wrong request is not repeated', answers: [answer(400)], requests: 1, problem: 'HTTP 400'},
  {
    title: 'a refused credential is not repeated',
    answers: [answer(403)],
    requests: 1,
    problem: 'refuses the credential',
  },
  {
    title: 'a redirect is not followed',
    answers: [answer(307, {location: 'https://elsewhere.example/'})],
    requests: 1,
    problem: 'redirects are not followed',
  },
  {title: 'a request over an interrupted connection is repeated', answers: [failure('cut'), answer(200)], requests: 2},
  {
    title: 'a request to a server with an untrusted certificate is not repeated',
    answers: [failure('tls')],
    requests: 1,
    problem: 'tls',
  },
  {
    title: 'a server that asks for a long pause is not asked again',
    answers: [answer(429, {'retry-after': '3600'})],
    requests: 1,
    problem: '429',
  },
])('$title', async ({answers, requests, problem}) => {
  const {outcome, asked, slept} = await sent(answers);
  expect(asked).toHaveLength(requests);
  expect(slept).toHaveLength(requests - 1);
  if (problem === undefined) expect(outcome).toMatchObject({status: 200});
  else expect(outcome).toEqual({problem: expect.stringContaining(problem) as string});
  if (problem !== undefined) expect(JSON.stringify(outcome)).not.toContain('s3cret');
});

it('a request that may write twice is repeated only if the server has not seen it', async () => {
  expect((await sent([failure('cut')], false)).asked).toHaveLength(1);
  expect((await sent([answer(502)], false)).asked).toHaveLength(1);
  expect((await sent([failure('refused'), answer(200)], false)).asked).toHaveLength(2);
});

it('each attempt has a time limit, and uses the proxy of the environment', async () => {
  const {asked} = await sent([answer(200)]);
  expect(asked[0]).toMatchObject({timeoutMs: 10_000, proxyEnv: {HTTPS_PROXY: 'http://proxy.example:3128'}});
});

it('an interrupt ends the attempts', async () => {
  expect((await sent([answer(503)], true, AbortSignal.abort('SIGINT'))).asked).toHaveLength(1);
});
