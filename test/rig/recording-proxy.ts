import {readFileSync} from 'node:fs';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {Agent, request} from 'node:https';
import type {AddressInfo} from 'node:net';
import {dump, load} from 'js-yaml';

/** A request that a proxy passed on. */
export type RecordedRequest = {readonly method: string; readonly path: string; readonly userAgent: string};

/** A server in front of an API server. Only the proxy has the credentials, so that every request with them is recorded. */
export type RecordingProxy = {
  /** The text of a kubeconfig that leads to the proxy. */
  readonly kubeconfig: string;
  readonly requests: readonly RecordedRequest[];
  readonly close: () => Promise<void>;
};

type Kubeconfig = {
  readonly clusters: readonly [{readonly cluster: Record<'server' | 'certificate-authority-data', string>}];
  readonly users: readonly [{readonly user: Readonly<Record<string, string>>}];
};

/** Hooks between client and server. A hook that returns `false` cuts the connection. */
type Between = {
  /** Before the server gets the request. */
  readonly before?: (request: RecordedRequest) => boolean;
  /** After the server has answered, and before the client gets the answer. */
  readonly after?: (request: RecordedRequest) => boolean;
};

/** Starts a proxy on loopback that records each request, and sends it with the credentials of a kubeconfig. Watches stream through it. */
export async function startRecordingProxy(
  kubeconfigPath: string,
  {before = () => true, after = () => true}: Between = {},
): Promise<RecordingProxy> {
  const {
    clusters: [{cluster}],
    users: [{user}],
  } = load(readFileSync(kubeconfigPath, 'utf8')) as Kubeconfig;
  const [ca, cert, key] = [
    cluster['certificate-authority-data'],
    user['client-certificate-data'],
    user['client-key-data'],
  ].map((text) => (text === undefined ? undefined : Buffer.from(text, 'base64')));
  const agent = new Agent({keepAlive: true, ...(ca && {ca}), ...(cert && {cert}), ...(key && {key})});
  const token = user['token'] === undefined ? {} : {authorization: `Bearer ${user['token']}`};
  const requests: RecordedRequest[] = [];
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const {method = '', url: path = '', headers} = incoming;
    const recorded = {method, path, userAgent: headers['user-agent'] ?? ''};
    requests.push(recorded);
    if (!before(recorded)) return void incoming.socket.destroy();
    const {host: _, connection: __, ...passed} = headers;
    const onward = request(new URL(path, cluster.server), {method, agent, headers: {...passed, ...token}}, (answer) => {
      if (!after(recorded)) {
        incoming.socket.destroy();
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  return {
    kubeconfig: dump({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{name: 'proxy', cluster: {server: `http://127.0.0.1:${port}`}}],
      users: [{name: 'proxy', user: {}}],
      contexts: [{name: 'proxy', context: {cluster: 'proxy', user: 'proxy'}}],
      'current-context': 'proxy',
    }),
    requests,
    close: async () => {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether a request may change the cluster. Dry runs and reviews change nothing. */
export const isWrite = ({method, path}: RecordedRequest): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method) &&
  new URL(path, 'http://any').searchParams.get('dryRun') === null &&
  !/reviews(\?|$)/.test(path);
