import {createHash} from 'node:crypto';
import {createServer, type IncomingMessage} from 'node:http';
import {type AddressInfo, Socket} from 'node:net';
import {expect, it, onTestFinished, vi} from 'vitest';
import {
  type PodPlace,
  PodRefused,
  podSockets,
} from '../../../../../../src/adapters/kubernetes/runtime/operate/forward/pod-socket.ts';
import {systemClock} from '../../../../../../src/adapters/local/clock/system-clock.ts';
import {GantryError} from '../../../../../../src/core/failure/failure.ts';
import {Secret} from '../../../../../../src/core/secret/secret.ts';
import type {ClusterAccess, Credential} from '../../../../../../src/ports/cluster-access.ts';

const PLACE: PodPlace = {namespace: 'shop', pod: 'web-1', port: 8080};

type Asked = {readonly path: string | undefined; readonly headers: IncomingMessage['headers']};

/** An API server that lets in whom `status` lets in (101), and then is the pod. */
async function apiServer(status: (asked: Asked) => number) {
  const asked: Asked[] = [];
  const pods: Socket[] = [];
  const server = createServer();
  server.on('upgrade', (request, socket: Socket) => {
    const one = {path: request.url, headers: request.headers};
    asked.push(one);
    const code = status(one);
    if (code !== 101) {
      socket.end(`HTTP/1.1 ${code} no\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    const protocol = String(request.headers['sec-websocket-protocol']).split(',')[0];
    socket.on('error', () => undefined);
    socket.write(
      `HTTP/1.1 101 Switching\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\nsec-websocket-protocol: ${protocol}\r\n\r\n`,
    );
    pods.push(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of pods) socket.destroy();
    server.close();
  });
  return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, pods};
}

/** A binary message of a channel. */
const frame = (channel: number, text: string): Buffer => {
  const body = Buffer.concat([Buffer.from([channel]), Buffer.from(text, 'latin1')]);
  return Buffer.concat([Buffer.from([0x82, body.length]), body]);
};
const PORT = '\u0090\u001f';

function access(server: string, tokens: readonly string[], more: Credential['headers'] = []) {
  const renewed: boolean[] = [];
  let next = 0;
  const credential: ClusterAccess['credential'] = async ({again} = {again: false}) => {
    renewed.push(again);
    const token = tokens[Math.min(next++, tokens.length - 1)];
    return {headers: [{name: 'Authorization', value: new Secret(`Bearer ${token}`)}, ...more]};
  };
  return {renewed, access: {server, tls: {insecure: false}, credential} as unknown as ClusterAccess};
}

const events = () => {
  const heard: string[] = [];
  return {
    heard,
    onData: (bytes: Uint8Array) => void heard.push(`data ${Buffer.from(bytes).toString()}`),
    onProblem: (text: string) => void heard.push(`problem ${text}`),
    onClose: () => void heard.push('closed'),
  };
};
const {signal} = new AbortController();

it('a connection carries what the pod says, its problems apart; a server that goes is the end of it', async () => {
  const server = await apiServer(() => 101);
  const told = events();
  const socket = await podSockets(access(server.url, ['good']).access, systemClock)(PLACE, told, signal);
  const [pod] = server.pods;
  pod?.write(Buffer.concat([frame(0, PORT), frame(1, PORT), frame(0, 'hello'), frame(1, 'refused'), frame(0, '!')]));
  await expect.poll(() => told.heard).toEqual(['data hello', 'problem refused', 'data !']);
  expect(server.asked[0]?.path).toBe('/api/v1/namespaces/shop/pods/web-1/portforward?ports=8080');
  pod?.destroy();
  await expect.poll(() => told.heard.at(-1)).toBe('closed');
  await expect(socket.send(Buffer.from('too late'))).rejects.toThrow();
});

it('a rejected token is renewed once, and the new one is used from then on', async () => {
  const server = await apiServer(({headers}) => (headers.authorization === 'Bearer fresh' ? 101 : 401));
  const {access: with2, renewed} = access(server.url, ['stale', 'fresh']);
  const connect = podSockets(with2, systemClock);
  await connect(PLACE, events(), signal);
  await connect(PLACE, events(), signal);
  expect(renewed).toEqual([false, true]);
  expect(server.asked.map(({headers}) => headers.authorization)).toEqual([
    'Bearer stale',
    'Bearer fresh',
    'Bearer fresh',
  ]);
});

it('a renewed token that is refused, too, is an error of the credential, without the token', async () => {
  const server = await apiServer(() => 401);
  const error = await podSockets(access(server.url, ['stale', 'canary']).access, systemClock)(
    PLACE,
    events(),
    signal,
  ).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(GantryError);
  expect((error as GantryError).failure).toMatchObject({code: 'credential/refused', server: server.url});
  expect(JSON.stringify((error as GantryError).failure)).not.toContain('canary');
});

it.each([403, 404])('the answer %i is reported as it is', async (status) => {
  const server = await apiServer(() => status);
  const error = await podSockets(access(server.url, ['good']).access, systemClock)(PLACE, events(), signal).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(PodRefused);
  expect(error).toMatchObject({status});
});

it('impersonation is sent along, every group of it', async () => {
  const server = await apiServer(() => 101);
  const groups = ['a', 'b'].map((group) => ({name: 'Impersonate-Group', value: new Secret(group)}));
  await podSockets(access(server.url, ['good'], groups).access, systemClock)(PLACE, events(), signal);
  expect(server.asked[0]?.headers['impersonate-group']).toBe('a, b');
});

it('the network between is asked whether it is still there: a silent connection is neither forgotten nor kept for ever', async () => {
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  onTestFinished(() => keepAlive.mockRestore());
  const server = await apiServer(() => 101);
  await podSockets(access(server.url, ['good']).access, systemClock)(PLACE, events(), signal);
  expect(keepAlive).toHaveBeenCalledWith(true, 30_000);
});

it('a server that is not there is an error, soon', async () => {
  const server = await apiServer(() => 101);
  const {access: gone} = access(server.url.replace(/\d+$/, '9'), ['good']);
  await expect(podSockets(gone, systemClock)(PLACE, events(), signal)).rejects.toThrow();
});
