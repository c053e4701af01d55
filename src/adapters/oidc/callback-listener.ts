import {once} from 'node:events';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {page} from './page.ts';

/** A port on this machine to which the browser returns during one login. */
export type CallbackListener = {
  readonly redirectUri: string;
  /** The address with which the browser returns, and the function that writes the page. */
  readonly returned: Promise<Returned>;
  readonly close: () => Promise<void>;
};

/** The return of the browser. `answer` writes the page for the user. */
export type Returned = {readonly address: URL; readonly answer: (words: Words) => Promise<void>};

/** The text of the page. */
export type Words = {readonly title: string; readonly text: string; readonly ok: boolean};

const LOOPBACK = '127.0.0.1';
const PATH = '/callback';

/**
 * Listens on a port (0: any free port). Only a request with the `state` of this login is accepted, so another page on this
 * machine cannot end the login. A host name other than the loopback address gets no response (DNS rebinding).
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
  text: 'This port is open only for the duration of a login to Gantry.',
  ok: false,
};
const OTHER_LOGIN: Words = {title: 'Another login', text: 'Gantry is waiting for another login.', ok: false};
const DONE: Words = {title: 'Already used', text: 'This login was already completed.', ok: false};

const reply = (response: ServerResponse, status: number, words: Words): undefined =>
  void replied(response, status, words);

async function replied(response: ServerResponse, status: number, words: Words): Promise<void> {
  const {promise, resolve} = Promise.withResolvers<void>();
  // A closed browser needs no page.
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
