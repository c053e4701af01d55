import {existsSync} from 'node:fs';
import {mkdir, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {type AddressInfo, connect, type Socket} from 'node:net';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import type {JsonObject} from '../../../src/core/json.ts';
import type {Ability} from '../../../src/core/trust/abilities.ts';
import {plainCanary} from '../../rig/canaries.ts';
import {authority, httpsServer} from '../../rig/https-server.ts';
import type {Stack} from '../../rig/stack.ts';
import {changedKubeconfig, type Kubeconfig, serverOf, userOf} from './kubeconfigs.ts';

/** What a workspace, or a kubeconfig that is fetched, says in order to use one ability, and how a test sees that it was used. */
export type Cell = {
  /** Fields of the workspace. */
  readonly workspace: JsonObject;
  /** The kubeconfig that the workspace holds, or that is fetched. Absent: the one of the user. */
  readonly kubeconfig?: string;
  /** The `trust` that allows it to a fetched kubeconfig. */
  readonly trust?: JsonObject;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether this machine has done it: run the program, sent what was read, asked the server. */
  readonly isUsed: (applied: string) => boolean;
};

type Scene = {readonly stack: Stack; readonly kubeconfigPath: string};

/** The link-local address of every large cloud. */
const METADATA = '169.254.169.254';

const store = (provider: JsonObject): JsonObject => ({secretStore: {provider}});

/** A program of somebody else's, which leaves a mark. */
const marking = (mark: string, prints: string): readonly string[] => ['sh', '-c', `touch '${mark}'; echo '${prints}'`];

const outside = async ({stack}: Scene, name: string, content: string): Promise<string> => {
  const file = join(stack.home, 'private', name);
  await mkdir(join(file, '..'), {recursive: true});
  await writeFile(file, content);
  return file;
};

/** The kubeconfig of the sandbox, whose only cluster and user say something else as well. */
const changed = (path: string, cluster: JsonObject, user?: JsonObject): string =>
  changedKubeconfig(path, (config: Kubeconfig) => {
    Object.assign(config.clusters[0]?.cluster ?? {}, cluster);
    if (user !== undefined && config.users[0] !== undefined) config.users[0].user = user;
  });

/** A proxy that leads to one server, whatever it is asked for, and remembers that. */
async function proxyTo(server: string): Promise<{readonly url: string; readonly asked: readonly string[]}> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const proxy = createServer();
  const {hostname, port} = new URL(server);
  proxy.on('connect', (request, socket: Socket) => {
    asked.push(request.url ?? '');
    const far = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      far.pipe(socket).pipe(far);
    });
    for (const end of [socket, far]) {
      sockets.add(end);
      end.on('error', () => end.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => proxy.close(resolve));
  });
  return {url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked};
}

/** A kubeconfig whose server is at a metadata address. A proxy of the test stands there in its place: nothing leaves the machine. */
async function metadataCell({kubeconfigPath}: Scene): Promise<Cell> {
  const {url, asked} = await proxyTo(serverOf(kubeconfigPath));
  const kubeconfig = changed(kubeconfigPath, {
    server: `https://${METADATA}`,
    'proxy-url': url,
    'tls-server-name': 'localhost',
  });
  return {
    workspace: {},
    kubeconfig,
    trust: {programs: 'all', localFiles: true, insecureTls: true},
    isUsed: () => asked.some((address) => address.startsWith(METADATA)),
  };
}

/** The certificate of the sandbox is of its own authority, which nothing else on this machine vouches for. */
function insecureCell({kubeconfigPath}: Scene): Cell {
  const kubeconfig = changedKubeconfig(kubeconfigPath, ({clusters: [first]}) => {
    if (first === undefined) return;
    delete first.cluster['certificate-authority-data'];
    first.cluster['insecure-skip-tls-verify'] = true;
  });
  return {workspace: {}, kubeconfig, trust: {insecureTls: true}, isUsed: (applied) => applied !== ''};
}

/** By what the files of a workspace say: its stores of secrets, and the kubeconfig that it holds. */
export const OF_WORKSPACE: Readonly<Record<Ability, (scene: Scene) => Promise<Cell>>> = {
  program: async ({stack}) => {
    const mark = join(stack.home, 'mark');
    return {
      workspace: {
        ...store({exec: {command: [...marking(mark, '"of a program"')]}}),
        trust: {programs: ['sh']},
      },
      isUsed: () => existsSync(mark),
    };
  },
  file: async (scene) => {
    const secret = plainCanary('file');
    await outside(scene, 'secret', secret);
    return {workspace: store({file: {path: join(scene.stack.home, 'private')}}), isUsed: has(secret)};
  },
  variable: async () => {
    const secret = plainCanary('variable');
    return {workspace: store({env: {prefix: 'VICTIM_'}}), env: {VICTIM_secret: secret}, isUsed: has(secret)};
  },
  server: async (scene) => {
    const token = plainCanary('token');
    const answer = JSON.stringify({data: {data: {value: 'of a server'}, metadata: {version: 1}}});
    const server = await httpsServer((_, response) => void response.writeHead(200).end(answer));
    const ca = await outside(scene, 'ca.pem', authority.cert);
    return {
      workspace: store({vault: {server: server.address}}),
      env: {VAULT_TOKEN: token, VAULT_CACERT: ca},
      isUsed: () => has(token)(JSON.stringify(server.received)),
    };
  },
  insecureTls: async (scene) => insecureCell(scene),
  metadata: metadataCell,
};

/** By what a kubeconfig says that came from an address. */
export const OF_FETCHED: Readonly<Record<Ability, (scene: Scene) => Promise<Cell>>> = {
  program: async ({stack, kubeconfigPath}) => {
    const mark = join(stack.home, 'mark');
    const apiVersion = 'client.authentication.k8s.io/v1';
    const credential = {apiVersion, kind: 'ExecCredential', status: {token: String(userOf(kubeconfigPath)['token'])}};
    const [command = '', ...args] = marking(mark, JSON.stringify(credential));
    const user = {exec: {apiVersion, command, args, interactiveMode: 'Never'}};
    return {
      workspace: {},
      kubeconfig: changed(kubeconfigPath, {}, user),
      trust: {programs: [[command, ...args]]},
      isUsed: () => existsSync(mark),
    };
  },
  file: async (scene) => {
    const token = await outside(scene, 'token', String(userOf(scene.kubeconfigPath)['token']));
    const kubeconfig = changed(scene.kubeconfigPath, {}, {tokenFile: token});
    return {workspace: {}, kubeconfig, trust: {localFiles: true}, isUsed: (applied) => applied !== ''};
  },
  // What looks like a variable is a text: its server gets it as it is written.
  variable: async ({kubeconfigPath}) => {
    const secret = plainCanary('variable');
    const server = await httpsServer((_, response) => void response.writeHead(401).end('{}'));
    const ca = Buffer.from(authority.cert).toString('base64');
    const cluster = {server: server.address, 'certificate-authority-data': ca};
    return {
      workspace: {},
      kubeconfig: changed(kubeconfigPath, cluster, {token: '$VICTIM_secret-${VICTIM_secret}-%VICTIM_secret%'}),
      trust: {programs: 'all', localFiles: true, insecureTls: true},
      env: {VICTIM_secret: secret},
      isUsed: () => {
        const received = JSON.stringify(server.received);
        if (!received.includes('$VICTIM_secret')) throw new Error('the server was not asked');
        return has(secret)(received);
      },
    };
  },
  server: async ({kubeconfigPath}) => ({
    workspace: {},
    kubeconfig: changed(kubeconfigPath, {}),
    isUsed: (applied) => applied !== '',
  }),
  insecureTls: async (scene) => insecureCell(scene),
  metadata: metadataCell,
};

const has =
  (secret: string) =>
  (text: string): boolean =>
    text.includes(secret);
