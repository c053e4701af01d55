/**
 * A process that runs commands on workspaces that somebody else has written, and tells what it did that is not permitted without consent.
 * Arguments: the seed, the first case, how many, a scratch directory. Started with `--import watch-process.ts`.
 */
import {execFileSync} from 'node:child_process';
import {chmodSync, mkdirSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join, resolve, sep} from 'node:path';
import {Writable} from 'node:stream';
import {fileURLToPath} from 'node:url';
import {run} from '../../src/main.ts';
import {plainCanary} from './canaries.ts';
import {type Random, randomOf} from './random-source.ts';
import {
  FREE_HOSTS,
  type Places,
  PRIVATE_FILES,
  randomBackend,
  randomKubeconfig,
  randomWorkspace,
  USER_PROGRAM,
} from './random-workspace.ts';
import {type Deed, watchProcess} from './watch-process.ts';

export type FuzzFinding = {
  readonly case: number;
  readonly origin: Origin;
  readonly args: readonly string[];
  readonly found: string;
  readonly files: Readonly<Record<string, unknown>>;
};

/** What all cases came to: a run in which nothing was ever permitted or refused would show nothing. */
export type Fuzzed = {
  readonly findings: readonly FuzzFinding[];
  readonly codes: Readonly<Record<string, number>>;
  /** Deeds that are permitted: servers and programs. */
  readonly done: Readonly<Record<string, number>>;
};

type Origin = 'project' | 'shared';

const [seed = 0, first = 0, count = 0] = process.argv.slice(2, 5).map(Number);
const root = realpathSync(process.argv[5] ?? '');
const INSTALLATION = fileURLToPath(new URL('../..', import.meta.url));
/** Longer than any command takes; a command that waits for a pipe would wait for ever. */
const PATIENCE_MS = 30_000;

const [home, project, shared] = ['home', 'shop', 'shared'].map((name) => join(root, name)) as [string, string, string];
const places: Places = {home, project};
const secret = plainCanary('private');

const write = (base: string, files: Readonly<Record<string, unknown>>): void => {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(base, file)), {recursive: true});
    writeFileSync(join(base, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
};

const kubeconfig = (server: string, user: object) => ({
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'c',
  contexts: [{name: 'c', context: {cluster: 'c', user: 'u'}}],
  clusters: [{name: 'c', cluster: {server}}],
  users: [{name: 'u', user}],
});

/** The home of the victim, which no case changes. */
function writeHome(): void {
  const login = {apiVersion: 'client.authentication.k8s.io/v1', command: USER_PROGRAM, interactiveMode: 'Never'};
  write(home, {
    ...Object.fromEntries(PRIVATE_FILES.map((file) => [file, `{"name": "${secret}", "context": {"a: ${secret}`])),
    '.kube/config': kubeconfig('https://user-cluster.test', {exec: login}),
  });
}

/** The checkout of somebody else's, and what lies in the shared directory. */
function writeCase(random: Random, origin: Origin): Readonly<Record<string, unknown>> {
  for (const directory of [project, shared, join(home, '.gantry')]) rmSync(directory, {recursive: true, force: true});
  const free = kubeconfig('https://project-cluster.test:6443', {token: 'theirs'});
  const workspaces = Object.fromEntries(
    ['test', 'other', 'base'].map((name) => [`workspaces/${name}.yaml`, randomWorkspace(random, places, name)]),
  );
  const written = {
    'stack.yaml': {
      name: 'shop',
      workspace: 'test',
      namespace: 'a',
      sources: [{manifests: 'manifests/*', references: true}],
    },
    'project.yaml': {name: 'shop', ...(origin === 'project' ? randomBackend(random, places) : {})},
    kubeconfig: free,
    'kubeconfig-evil': randomKubeconfig(random, places),
    ...(origin === 'project' ? workspaces : {}),
    'manifests/a.yaml': {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {name: 'a'},
      stringData: {a: random.pick(['plain', 'ref://secret', 'ref://evil@secret/key', 'ref://b@a'])},
    },
    'secrets/.env': 'secret=ours\n',
    'evil.sh': '#!/bin/sh\n',
  };
  write(project, written);
  for (const [link, to] of [
    ['link-to-private', join(home, '.ssh', 'id_ed25519')],
    ['workspaces/link-to-private', join(home, '.ssh', 'id_ed25519')],
    ['directory-link', join(home, '.ssh')],
    ['own-link', join(home, '.kube', 'config')],
    ['loop', 'loop'],
  ] as const) {
    mkdirSync(dirname(join(project, link)), {recursive: true});
    symlinkSync(to, join(project, link));
  }
  execFileSync('mkfifo', [join(project, 'fifo')]);
  if (origin === 'shared') {
    write(shared, workspaces);
    chmodSync(shared, 0o777);
  }
  return {...written, ...workspaces};
}

const isBelow = (directory: string, path: string): boolean => path === directory || path.startsWith(directory + sep);

/** Where a path leads: a link of somebody else's opens what lies at its end. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const OWN = [INSTALLATION, join(INSTALLATION, 'node_modules')].map(realOf);
const FREE_DIRECTORIES = [
  project,
  shared,
  ...['.gantry', '.kube', '.aws'].map((name) => join(home, name)),
  ...OWN,
  '/proc',
  '/proc/sys',
  '/sys/fs/cgroup',
];
const FREE_FILES = ['/etc/machine-id', process.execPath];

const isFree = (path: string): boolean =>
  FREE_FILES.includes(path) || FREE_DIRECTORIES.some((directory) => isBelow(directory, path));

/** What of a case may be opened and asked by itself: a kubeconfig that a workspace names, and the server that a kubeconfig names. */
type Named = {readonly kubeconfigs: ReadonlySet<string>; readonly hosts: ReadonlySet<string>};

const METADATA = /^(?:169\.254\.|::ffff:a9fe:|fd00:ec2:|fe80:|100\.100\.100\.200$|metadata|instance-data)/i;

function namedBy(files: Readonly<Record<string, unknown>>): Named {
  const text = Object.values(files).map(unfolded).join('\n');
  const paths = [...text.matchAll(/"kubeconfig_path":"([^"]*)"/gi)].map(([, path = '']) =>
    path.replace(/^~(?=\/)|\$HOME|\$\{HOME\}/, home),
  );
  const resolved = [project, join(project, 'workspaces')].flatMap((base) => paths.map((path) => resolve(base, path)));
  const servers = [...text.matchAll(/"(?:server|proxy-url)":"([^"]*)"/g)].map(([, address = '']) => URL.parse(address));
  const hosts = servers.flatMap((url) => (url === null ? [] : [url.hostname.replace(/^\[(.*)\]$/, '$1')]));
  return {
    kubeconfigs: new Set(
      resolved.filter((path) => isFile(path) && isBelow(project, path) === isBelow(project, realOf(path))),
    ),
    hosts: new Set(hosts.filter((host) => !METADATA.test(host))),
  };
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** A file of a case as JSON, with the kubeconfigs that it holds, in clear. */
function unfolded(content: unknown): string {
  const written = JSON.stringify(content, (key, value: unknown) => {
    if (typeof value !== 'string' || !/^kubeconfig_content$/i.test(key)) return value;
    return JSON.parse(
      value.startsWith('{')
        ? value
        : Buffer.from(value, 'base64')
            .toString()
            .replace(/^[^{].*$/s, 'null'),
    );
  });
  return written;
}

/** By the table of trust, for a workspace of a project or of a shared backend that nobody has allowed anything. */
function isPermitted(deed: Deed, args: readonly string[], named: Named): boolean {
  switch (deed.kind) {
    case 'program':
      return (
        [USER_PROGRAM, ...(args[0] === 'exec' ? ['true'] : [])].includes(deed.file) &&
        !JSON.stringify(deed.env).includes('evil')
      );
    case 'server':
      return FREE_HOSTS.includes(deed.host) || named.hosts.has(deed.host);
    case 'file':
      return named.kubeconfigs.has(deed.path) || isFree(realOf(deed.path));
    default:
      return false;
  }
}

const USUAL = [['workspace', 'list'], ['workspace', 'check', '--all'], ['preview']];
const OTHERS = [
  ['apply', '--yes'],
  ['whoami'],
  ['drift'],
  ['release', 'list'],
  ['exec', '--', 'true'],
  ['workspace', 'show', 'test'],
  ['workspace', 'explain', 'test'],
  ['doctor', '--security'],
  ['validate'],
  ['status'],
  ['__complete', 'zsh', '--', 'preview', '-w', ''],
];

const codes: Record<string, number> = {};
const done: Record<string, number> = {};
const findings: FuzzFinding[] = [];
const add = (to: Record<string, number>, name: string): void => void (to[name] = (to[name] ?? 0) + 1);

async function gantry(args: readonly string[], origin: Origin, named: Named): Promise<readonly string[]> {
  const found: string[] = [];
  let said = '';
  const into = () => new Writable({write: (chunk, _encoding, next) => ((said += String(chunk)), next())});
  watchProcess({
    permits: (deed) => isPermitted(deed, args, named),
    sees: (deed) => {
      const shown = deed.kind === 'program' ? deed.file : deed.kind === 'file' ? deed.path : deed.host;
      if (!isPermitted(deed, args, named)) found.push(`${deed.kind} ${shown}`);
      else if (deed.kind !== 'file') add(done, `${deed.kind} ${shown}`);
    },
  });
  const late = AbortSignal.timeout(PATIENCE_MS);
  const ran = run({
    argv: args,
    env: {
      PATH: '/usr/bin:/bin',
      HOME: home,
      GANTRY_HOME: join(home, '.gantry'),
      VICTIM_TOKEN: secret,
      VAULT_TOKEN: secret,
      AWS_ACCESS_KEY_ID: 'AKIA',
      AWS_SECRET_ACCESS_KEY: secret,
      ...(origin === 'shared' ? {GANTRY_BACKEND: `local:${shared}`} : {}),
    },
    cwd: project,
    stdin: Object.assign(process.stdin, {isTTY: false}),
    stdout: into(),
    stderr: into(),
    signal: late,
  });
  const hung = new Promise<'hung'>((resolve) =>
    late.addEventListener('abort', () => setTimeout(() => resolve('hung'), 2000)),
  );
  const code = await Promise.race([ran, hung]);
  watchProcess(undefined);
  add(codes, String(code));
  if (code === 'hung' || late.aborted) found.push('does not end');
  if (code === 70) found.push(`breaks down: ${said}`);
  if (said.includes(secret)) found.push(`shows a secret: ${said}`);
  return [...new Set(found)];
}

// Libraries of clouds ask the process.
process.env['HOME'] = home;
writeHome();
for (let number = first; number < first + count; number++) {
  const random = randomOf(seed + number);
  const origin = random.pick(['project', 'shared'] as const);
  const files = writeCase(random, origin);
  const named = namedBy(files);
  for (const args of [...USUAL, random.pick(OTHERS)])
    for (const found of await gantry(args, origin, named)) findings.push({case: number, origin, args, found, files});
}
process.send?.({findings, codes, done} satisfies Fuzzed, () => process.exit(0));
