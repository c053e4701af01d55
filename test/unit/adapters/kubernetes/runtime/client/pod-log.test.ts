import {afterEach, expect, it} from 'vitest';
import {readLog} from '../../../../../../src/adapters/kubernetes/runtime/client/pod-log.ts';
import {openRequests} from '../../../../../../src/adapters/kubernetes/runtime/client/request.ts';
import {Secret} from '../../../../../../src/core/secret/secret.ts';
import {answer, collectEvents, fakeServer, quickClock, status} from './fake-server.ts';

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const SECRET = 'correct horse battery';
const BASE64 = Buffer.from(SECRET).toString('base64');
const INSIDE = Buffer.from(`user:${SECRET}:more`).toString('base64');

async function logOf(text: string | undefined, more: {readonly previous?: boolean} = {}) {
  const server = await fakeServer((_request, response) => {
    if (text === undefined) answer(response, 403, status(403, 'Forbidden', 'User "x" cannot get resource'));
    else {
      response.statusCode = 200;
      response.setHeader('content-type', 'text/plain');
      response.end(text);
    }
  });
  const {onEvent} = collectEvents();
  const requests = openRequests(server.access, {clock: quickClock(), onEvent, secrets: () => [new Secret(SECRET)]});
  open.push(server.close, requests.close);
  const reply = await readLog(requests, {namespace: 'shop', pod: 'web-1', container: 'app', tailLines: 3, ...more});
  return {reply, url: server.requests[0]?.url ?? ''};
}

it.each([
  ['lines unchanged', 'one\ntwo\r\n', ['one', 'two']],
  ['a line of JSON unchanged', '{"level":"info"}\n', ['{"level":"info"}']],
  ['a plain secret as ***', `password=${SECRET}\n`, ['password=***']],
  ['a secret quoted in JSON as ***', `${JSON.stringify({password: SECRET})}\n`, ['{"password":"***"}']],
  ['a secret in base64 as ***', `data: ${BASE64}\n`, ['data: ***']],
  ['only the last lines', 'a\nb\nc\nd\n', ['b', 'c', 'd']],
  ['no incomplete line', `a\npassword=${SECRET.slice(0, 10)}`, ['a']],
  ['only the start of a long line', `${'x'.repeat(2_000)}\n`, [`${'x'.repeat(500)}…`]],
  ['no lines of an empty log', '', []],
])('a log read returns %s', async (_title, text, want) => {
  expect((await logOf(text)).reply).toEqual({ok: true, lines: want});
});

it('a log read redacts a secret inside other base64, too', async () => {
  const {reply} = await logOf(`Authorization: Basic ${INSIDE}\n`);
  expect(reply).toMatchObject({ok: true});
  expect(JSON.stringify(reply)).toContain('***');
  expect(JSON.stringify(reply)).not.toContain(INSIDE);
});

it('a log request names one container and limits the size of the answer', async () => {
  const {url} = await logOf('', {previous: true});
  expect(url).toMatch(
    /^\/api\/v1\/namespaces\/shop\/pods\/web-1\/log\?container=app&tailLines=3&limitBytes=\d+&previous=true$/,
  );
});

it('a log read returns the refusal of the server', async () => {
  expect((await logOf(undefined)).reply).toMatchObject({ok: false, refusal: {kind: 'forbidden'}});
});
