import {spawn} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {request} from 'node:https';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {connect} from '../src/adapters/clusters/kubeconfig/connect.ts';

/** A place to try things out: a copy of the sample application's manifests, a home of its own, a namespace on a cluster. */
export type Stage = {
  readonly namespace: string;
  /** Runs the real program as a child process, in the copy. */
  readonly gantry: (...args: readonly string[]) => Promise<Ran>;
  /** Replaces a text that must be in the file; without `from`, appends. */
  readonly edit: (file: string, change: {readonly from?: string; readonly to: string}) => Promise<void>;
  /** A merge patch over plain HTTPS, as `kubectl edit` sends it: somebody else at work. */
  readonly somebodyEdits: (path: string, patch: unknown) => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** What a person would have seen: both streams, in the order of writing. */
export type Ran = {readonly code: number; readonly output: string};

export type StageOptions = {
  readonly kubeconfigPath: string;
  /** Shown as it comes. */
  readonly onOutput?: (text: string) => void;
  readonly color?: boolean;
  /** Run the sources, not the build, which may be stale. */
  readonly source?: boolean;
};

const BIN = fileURLToPath(new URL('../bin/gantry.js', import.meta.url));
const MANIFESTS = fileURLToPath(new URL('../examples/shop/manifests', import.meta.url));

export async function openStage({
  kubeconfigPath,
  onOutput = () => {},
  color = false,
  source = false,
}: StageOptions): Promise<Stage> {
  const root = await mkdtemp(join(tmpdir(), 'gantry-shop-'));
  const [home, dir] = [join(root, 'home'), join(root, 'shop')];
  await cp(MANIFESTS, join(dir, 'manifests'), {recursive: true});
  await mkdir(join(home, '.kube'), {recursive: true, mode: 0o700});
  const kubeconfig = join(home, '.kube', 'config');
  await copyFile(kubeconfigPath, kubeconfig);
  await chmod(kubeconfig, 0o600);
  const namespace = `shop-${randomBytes(3).toString('hex')}`;
  const send = await plainHttps(kubeconfig);
  return {
    namespace,
    gantry: (...args) => runGantry(args, {home, dir, onOutput, color, source}),
    edit: async (file, {from, to}) => {
      const path = join(dir, file);
      const text = await readFile(path, 'utf8');
      if (from !== undefined && !text.includes(from)) throw new Error(`${file} has no "${from}" to replace`);
      await writeFile(path, from === undefined ? `${text}${to}\n` : text.replace(from, to));
    },
    somebodyEdits: async (path, patch) => {
      const status = await send('PATCH', `${path}?fieldManager=kubectl-edit`, patch);
      if (status !== 200) throw new Error(`the patch of ${path} was answered with ${status}`);
    },
    [Symbol.asyncDispose]: async () => {
      await send('DELETE', `/api/v1/namespaces/${namespace}`);
      await rm(root, {recursive: true, force: true});
    },
  };
}

type Run = {
  readonly home: string;
  readonly dir: string;
  readonly onOutput: (text: string) => void;
  readonly color: boolean;
  readonly source: boolean;
};

async function runGantry(args: readonly string[], {home, dir, onOutput, color, source}: Run): Promise<Ran> {
  const {PATH, TMPDIR} = process.env;
  // One pipe for both streams: two would mix the lines up.
  const child = spawn('/bin/sh', ['-c', 'exec "$0" "$@" 2>&1', process.execPath, BIN, ...args], {
    cwd: dir,
    env: {
      PATH,
      TMPDIR,
      HOME: home,
      [color ? 'FORCE_COLOR' : 'NO_COLOR']: '1',
      ...(source ? {GANTRY_SOURCE: '1'} : {}),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    onOutput(text);
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve(status ?? 1));
  });
  return {code, output};
}

type Send = (method: 'PATCH' | 'DELETE', path: string, body?: unknown) => Promise<number>;

/** The server without Gantry's client: what somebody else would do must not share its habits. */
async function plainHttps(kubeconfigPath: string): Promise<Send> {
  const from = {kind: 'files', paths: [kubeconfigPath], skipped: []} as const;
  const access = await connect({workspace: 'demo', field: 'kubeconfig', from}, {env: process.env});
  const {headers, certificate} = await access.credential();
  const {ca, serverName, insecure} = access.tls;
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const sent = request(
        new URL(`${access.server}${path}`),
        {
          method,
          ca,
          rejectUnauthorized: !insecure,
          ...(serverName === undefined ? {} : {servername: serverName}),
          cert: certificate?.cert.reveal(),
          key: certificate?.key.reveal(),
          headers: {
            ...Object.fromEntries(headers.map(({name, value}) => [name, value.reveal()])),
            ...(body === undefined ? {} : {'content-type': 'application/merge-patch+json'}),
          },
        },
        (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)),
      );
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
}
