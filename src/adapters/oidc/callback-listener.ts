import {once} from 'node:events';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {page} from './page.ts';

/** The browser's way back: a port of this machine for as long as one login takes. */
export type CallbackListener = {
  readonly redirectUri: string;
  /** The address with which the browser comes back, and what to tell the person in it. */
  readonly returned: Promise<Returned>;
  readonly close: () => Promise<void>;
};

/** What the browser came back with; `answer` writes the page that the person sees. */
export type Returned = {readonly address: URL; readonly answer: (words: Words) => Promise<void>};

/** What the page says when all is done. */
export type Words = {readonly title: string; readonly text: string; readonly ok: boolean};

const LOOPBACK = '127.0.0.1';
const PATH = '/callback';

/**
 * Takes a port (0: any). Only who comes with this login's `state` is heard: another page on this machine cannot end the login, and
 * a name that leads here by a trick of DNS is not answered.
 */
export async function listenForCallback(port: number, state: string): Promise<CallbackListener> {
  const returned = Promise.withResolvers<Returned>();
  let taken = false;
  const server = createServer((request, response) => {
    const address = addressOf(request, server);
    if (address === undefined) return reply(response, 404, NOT_HERE);
    if (address.searchParams.get('state') !== state) return reply(response, 400, OTHER_LOGIN);
    if (taken) return reply(response, 400, DONE);
    taken = true;
    returned.resolve({address, answer: (words) => replied(response, words.ok ? 200 : 400, words)});
    return undefined;
  });
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  return {
    redirectUri: `http://${hostOf(server)}${PATH}`,
    returned: returned.promise,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const hostOf = (server: Server): string => `${LOOPBACK}:${(server.address() as AddressInfo).port}`;

function addressOf({method, url, headers}: IncomingMessage, server: Server): URL | undefined {
  const host = hostOf(server);
  const address = URL.parse(url ?? '', `http://${host}`);
  return method === 'GET' && headers.host === host && address?.pathname === PATH ? address : undefined;
}

const NOT_HERE: Words = {
  title: 'Nothing here',
  text: 'This port is open for a moment only, for a login to Gantry.',
  ok: false,
};
const OTHER_LOGIN: Words = {title: 'Another login', text: 'This is not the login that Gantry waits for.', ok: false};
const DONE: Words = {title: 'Already used', text: 'This login came back before.', ok: false};

const reply = (response: ServerResponse, status: number, words: Words): undefined =>
  void replied(response, status, words);

async function replied(response: ServerResponse, status: number, words: Words): Promise<void> {
  const {promise, resolve} = Promise.withResolvers<void>();
  // A browser that has left needs no page.
  response.once('close', resolve);
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(page(words));
  await promise;
}
