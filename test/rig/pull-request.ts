import {channel} from 'node:diagnostics_channel';
import {existsSync} from 'node:fs';
import {basename, join} from 'node:path';
import {Readable, Writable} from 'node:stream';
import {execa} from 'execa';
import {openTransport} from '../../src/adapters/kubernetes/runtime/client/connection/transport.ts';
import {run} from '../../src/main.ts';
import {makeStack, type Ran, type Stack, type StackOptions} from './stack.ts';
import {networkOfSuite} from './worker-sandbox.ts';

/** A job that looks at a change: what it sent, and which programs it started. */
export type Looked = Ran & {
  /** `PATCH https://127.0.0.1:6443/api/v1/…`, in the order in which they were sent. */
  readonly sent: readonly string[];
  /** The bodies of these. */
  readonly bodies: string;
  /** `git`, `kustomize` */
  readonly programs: readonly string[];
};

export type PullRequest = Stack & {
  /** There as soon as a program of the change has run. */
  readonly mark: string;
  readonly hasRun: () => boolean;
  readonly git: (...args: readonly string[]) => Promise<string>;
  /** Runs in the checkout of the change. */
  readonly look: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Looked>;
};

const ME = ['-c', 'user.name=me', '-c', 'user.email=me@example.com'];

/** A repository with a stack, whose branch `main` is at `origin/main`; the branch `change` is checked out. */
export async function pullRequest(options: StackOptions): Promise<PullRequest> {
  const stack = await makeStack(options);
  const git = async (...args: readonly string[]): Promise<string> =>
    (await execa('git', [...ME, ...args], {cwd: stack.dir})).stdout;
  await git('init', '-q', '-b', 'main');
  await git('remote', 'add', 'origin', 'https://git.example/acme/shop.git');
  await git('add', '-A');
  await git('commit', '-qm', 'base');
  await git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  await git('checkout', '-qb', 'change');
  const mark = join(stack.home, '..', 'mark');
  return {
    ...stack,
    mark,
    hasRun: () => existsSync(mark),
    git,
    look: (args, env = {}) => lookAt(stack, args, {GITHUB_BASE_REF: 'main', GANTRY_UNTRUSTED: '1', ...env}),
  };
}

async function lookAt(
  {dir, home}: Stack,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Looked> {
  const [sent, bodies]: [string[], string[]] = [[], []];
  const children: {readonly spawnfile?: string}[] = [];
  const network = networkOfSuite();
  if (network === undefined) throw new Error('a change is looked at in a suite on the sandbox');
  const started = (message: unknown): void => {
    // Its program is known a moment later.
    children.push((message as {readonly process: (typeof children)[number]}).process);
  };
  const spawned = channel('child_process');
  spawned.subscribe(started);
  let [stdout, stderr] = ['', ''];
  const into = (add: (text: string) => void) =>
    new Writable({write: (chunk, _encoding, done) => (add(String(chunk)), done())});
  try {
    const code = await run({
      argv,
      env: {PATH: process.env['PATH'], HOME: home, GANTRY_HOME: join(home, '.gantry'), ...env},
      cwd: dir,
      stdin: Readable.from([]),
      stdout: into((text) => (stdout += text)),
      stderr: into((text) => (stderr += text)),
      network: {
        ...network,
        openTransport: (access) => {
          const transport = (network.openTransport ?? openTransport)(access);
          return {
            ...transport,
            send: (request, credential) => {
              sent.push(`${request.method} ${access.server}${request.path}`);
              bodies.push(request.body ?? '');
              return transport.send(request, credential);
            },
          };
        },
      },
    });
    const programs = [...new Set(children.map(({spawnfile}) => basename(spawnfile ?? '')))];
    return {code, stdout, stderr, sent, bodies: bodies.join('\n'), programs};
  } finally {
    spawned.unsubscribe(started);
  }
}
