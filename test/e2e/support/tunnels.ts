import {createServer as createHttpServer} from 'node:http';
import {type AddressInfo, connect, createServer, type Server, type Socket} from 'node:net';

/** A proxy for one test: where it is and which addresses it was asked for. */
export type TestProxy = {
  readonly url: string;
  readonly asked: string[];
  /** Breaks every connection that goes through it; new ones may come. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
};

/** A proxy that knows CONNECT and one user, and nothing else. */
export async function connectProxy(user: string, password: string): Promise<TestProxy> {
  const asked: string[] = [];
  const wanted = `Basic ${btoa(`${user}:${password}`)}`;
  const server = createHttpServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (request, socket: Socket) => {
    socket.on('error', () => undefined);
    if (request.headers['proxy-authorization'] !== wanted) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    asked.push(request.url ?? '');
    const [host = '', port] = (request.url ?? '').split(':');
    join(socket, host, Number(port), () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
  });
  return listening(server, asked, (port) => `http://${user}:${password}@127.0.0.1:${port}`);
}

/** A SOCKS5 proxy without a password. */
export async function socksProxy(): Promise<TestProxy> {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]));
      socket.once('data', (request) => {
        const length = request[4] ?? 0;
        const [host, port] = [request.subarray(5, 5 + length).toString(), request.readUInt16BE(5 + length)];
        asked.push(`${host}:${port}`);
        join(socket, host, port, () => socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0])));
      });
    });
  });
  return listening(server, asked, (port) => `socks5://127.0.0.1:${port}`);
}

function join(socket: Socket, host: string, port: number, ready: () => void): void {
  const far = connect(port, host, () => {
    ready();
    far.pipe(socket);
    socket.pipe(far);
  });
  far.on('error', () => socket.destroy());
  socket.on('close', () => far.destroy());
}

async function listening(server: Server, asked: string[], url: (port: number) => string): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: url((server.address() as AddressInfo).port),
    asked,
    cut,
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
