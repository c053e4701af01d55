import {type ChildProcess, execFileSync, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';

/**
 * Recorded what a Gantry that writes format 1 leaves: `node record.ts BIN MINIO`, with the bin/gantry.js of such a version, as root (its
 * paths are neutral). A later Gantry records another format: this is kept to show where the files come from.
 */
const [, , bin = '', minio = ''] = process.argv;
const HERE = dirname(fileURLToPath(import.meta.url));
const [ROOT, HOME] = ['/srv/acme', '/home/anna'];
const PROJECT = join(ROOT, 'shop');
const BUCKET = 's3://gantry/state?endpoint=http%3A%2F%2F127.0.0.1%3A9009&region=us-east-1';
const NOW = Date.parse('2026-01-05T09:00:00Z');

const env = {
  PATH: process.env['PATH'],
  HOME,
  GANTRY_HOME: `${HOME}/.gantry`,
  NODE_OPTIONS: `--import=${join(HERE, 'neutral.mjs')}`,
  RECORDED_OFFSET_MS: String(NOW - Date.now()),
  AWS_ACCESS_KEY_ID: 'recorder',
  AWS_SECRET_ACCESS_KEY: 'recorder-secret',
};

function write(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    const path = join(PROJECT, file);
    mkdirSync(dirname(path), {recursive: true});
    writeFileSync(path, text);
  }
}

/** Runs `gantry ARGS` in a stack, and requires its exit code. */
function gantry(stack: string, args: readonly string[], code = 0): string {
  const ran = spawnSync(process.execPath, [bin, ...args], {cwd: join(PROJECT, stack), env, encoding: 'utf8'});
  console.log(`${stack}: gantry ${args.join(' ')} -> ${ran.status}`);
  if (ran.status !== code) throw new Error(`${ran.stdout}\n${ran.stderr}`);
  return ran.stdout;
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Anna', '-c', 'user.email=anna@acme.example', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: {...process.env, GIT_AUTHOR_DATE: '2026-01-05T08:00:00Z', GIT_COMMITTER_DATE: '2026-01-05T08:00:00Z'},
  });

function commit(message: string): void {
  git('add', '-A');
  git('commit', '-q', '-m', message);
}

const stackFile = (name: string, more = ''): string =>
  `name: ${name}\nworkspace: prod\nnamespace: ${name}\nsources:\n  - manifests: manifests/*\n    references: true\n${more}`;

const map = (name: string, color: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {color: ${color}}\n`;

const deployment = (name: string, image = 'nginx:1.27', setting = 'blue'): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: 2
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      terminationGracePeriodSeconds: 0
      containers:
        - name: app
          image: ${image}
          env:
            - {name: COLOR, value: ${setting}}
            - {name: PASSWORD, value: 'ref://db/password'}
`;

const secret = `apiVersion: v1
kind: Secret
metadata: {name: keys}
stringData: {token: token-of-format-1, password: 'ref://db/password'}
`;

const job = `apiVersion: batch/v1
kind: Job
metadata: {name: migrate}
spec:
  ttlSecondsAfterFinished: 1
  template:
    spec:
      restartPolicy: Never
      containers: [{name: app, image: 'busybox:1.36', command: ['true']}]
`;

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.acme.example}
spec:
  group: acme.example
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties: {spec: {type: object, properties: {size: {type: integer}}}}
`;

const widget = (size: number): string =>
  `apiVersion: acme.example/v1\nkind: Widget\nmetadata: {name: gear}\nspec: {size: ${size}}\n`;

const patch = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {replicas: 3}
`;

const apply = ['apply', '--yes'];

/** Ends a run without a word, in the middle. */
async function kill(stack: string): Promise<void> {
  const run = spawn(process.execPath, [bin, ...apply, '-o', 'jsonl'], {cwd: join(PROJECT, stack), env});
  let told = '';
  run.stdout.on('data', (chunk: Buffer) => {
    told += String(chunk);
    if (/"type":"step-waiting"|"type":"waiting"|"type":"applied"/.test(told)) run.kill('SIGKILL');
  });
  await once(run, 'close');
  if (run.signalCode !== 'SIGKILL') throw new Error(`it ended by itself:\n${told}`);
}

async function startBucket(): Promise<ChildProcess> {
  const data = join(ROOT, 'minio');
  mkdirSync(join(data, 'gantry'), {recursive: true});
  const server = spawn(minio, ['server', '--quiet', '--address', '127.0.0.1:9009', data], {
    env: {...process.env, MINIO_ROOT_USER: 'recorder', MINIO_ROOT_PASSWORD: 'recorder-secret', HOME: ROOT},
    stdio: 'ignore',
  });
  for (let tries = 0; tries < 100; tries++) {
    const up = await fetch('http://127.0.0.1:9009/minio/health/live').then(
      ({ok}) => ok,
      () => false,
    );
    if (up) return server;
    await sleep(100);
  }
  throw new Error('MinIO does not start');
}

/** The objects of the bucket, as a client of S3 reads them. */
async function copyBucket(to: string): Promise<void> {
  const {S3Client, ListObjectsV2Command, GetObjectCommand} = await import('@aws-sdk/client-s3');
  const credentials = {accessKeyId: 'recorder', secretAccessKey: 'recorder-secret'};
  const client = new S3Client({
    endpoint: 'http://127.0.0.1:9009',
    region: 'us-east-1',
    forcePathStyle: true,
    credentials,
  });
  const {Contents = []} = await client.send(new ListObjectsV2Command({Bucket: 'gantry'}));
  for (const {Key = ''} of Contents) {
    const {Body} = await client.send(new GetObjectCommand({Bucket: 'gantry', Key}));
    mkdirSync(dirname(join(to, Key)), {recursive: true});
    writeFileSync(join(to, Key), (await Body?.transformToByteArray()) ?? '');
  }
}

async function releases(): Promise<void> {
  write({
    'web/stack.yaml': stackFile('web', "health:\n  - {kind: Widget, ready: 'object.spec.size < 10', timeout: 1s}\n"),
    'web/manifests/web.yaml': deployment('web'),
    'web/manifests/keys.yaml': secret,
    'web/manifests/settings.yaml': map('settings', 'blue'),
    'web/manifests/loose.yaml': map('loose', 'blue'),
    'web/manifests/widgets.yaml': definition,
    'web/manifests/gear.yaml': widget(1),
  });
  commit('Begin');
  gantry('web', apply);
  write({'web/patches/prod.yaml': patch, 'web/manifests/settings.yaml': map('settings', 'green')});
  commit('Three replicas in prod');
  gantry('web', apply);
  write({'web/manifests/gear.yaml': widget(11)});
  gantry('web', apply, 6);
  write({'web/manifests/gear.yaml': widget(1)});
  gantry('web', ['release', 'rollback', '--to', '2', '--yes']);
  gantry('web', ['resource', 'forget', 'v1:ConfigMap:web:loose', '--yes']);
  rmSync(join(PROJECT, 'web/manifests/loose.yaml'));
  commit('Loose is no longer ours');

  write({
    'jobs/stack.yaml': stackFile('jobs'),
    'jobs/manifests/migrate.yaml': job,
    'jobs/manifests/a.yaml': map('a', 'blue'),
  });
  gantry('jobs', apply);

  write({'gone/stack.yaml': stackFile('gone'), 'gone/manifests/a.yaml': map('a', 'blue')});
  gantry('gone', apply);
  gantry('gone', ['destroy', '--yes']);

  write({
    'stopped/stack.yaml': stackFile('stopped'),
    'stopped/manifests/a.yaml': map('a', 'blue'),
    'stopped/manifests/web.yaml': deployment('web'),
  });
  gantry('stopped', apply);
  write({'stopped/manifests/a.yaml': map('a', 'green'), 'stopped/manifests/web.yaml': deployment('web', 'nginx:1.28')});
  await kill('stopped');

  write({
    'rebuilt/stack.yaml': stackFile('rebuilt'),
    'rebuilt/manifests/a.yaml': map('a', 'blue'),
    'rebuilt/manifests/keys.yaml': secret,
  });
  gantry('rebuilt', apply);
  const index = join(HOME, '.gantry/index/shop/rebuilt/prod.json');
  const {lineage} = JSON.parse(readFileSync(index, 'utf8')) as {lineage: string};
  rmSync(index);
  rmSync(join(HOME, '.gantry/releases', lineage), {recursive: true});
  rmSync(join(HOME, '.gantry/locks', `${lineage}.json`), {force: true});
  rmSync(join(HOME, '.gantry/seen'), {recursive: true, force: true});
  gantry('rebuilt', ['release', 'rebuild', '--yes']);
}

/** Two changes of the files that are previewed and saved, and not applied. */
function plans(): void {
  write({
    'saved/stack.yaml': stackFile('saved'),
    'saved/manifests/a.yaml': map('a', 'blue'),
    'saved/manifests/web.yaml': deployment('web'),
    'saved/manifests/keys.yaml': secret,
  });
  gantry('saved', apply);
  write({'saved/manifests/a.yaml': map('a', 'green'), 'saved/manifests/b.yaml': map('b', 'blue')});
  gantry('saved', ['preview', '--save', '../../plan.json']);

  const tools = {
    '../tools/project.yaml': 'name: tools\n',
    '../tools/first/stack.yaml': stackFile('first'),
    '../tools/second/stack.yaml': stackFile('second'),
    '../tools/workspaces/prod.yaml': 'context: {cluster: sandbox}\n',
  };
  write({
    ...tools,
    '../tools/first/manifests/a.yaml': map('a', 'blue'),
    '../tools/second/manifests/a.yaml': map('a', 'blue'),
  });
  gantry('../tools', ['apply', '--all', '--yes']);
  write({'../tools/first/manifests/a.yaml': map('a', 'green'), '../tools/second/manifests/b.yaml': map('b', 'blue')});
  gantry('../tools', ['preview', '--all', '--save', '../plans/']);
}

function inOtherBackends(): void {
  for (const [name, backend] of [
    ['team', 'kubernetes://gantry-state'],
    ['bucket', BUCKET],
  ] as const) {
    const flags = ['--backend', backend, ...(name === 'bucket' ? ['--insecure'] : [])];
    write({
      [`${name}/stack.yaml`]: stackFile(name),
      [`${name}/manifests/a.yaml`]: map('a', 'blue'),
      [`${name}/manifests/keys.yaml`]: secret,
    });
    gantry(name, [...apply, ...flags]);
    write({[`${name}/manifests/a.yaml`]: map('a', 'green')});
    gantry(name, [...apply, ...flags]);
  }
}

/** The Secrets of the namespace that keeps releases, as kubectl would print them. */
function writeSecrets(to: string): void {
  const {objects} = JSON.parse(gantry('web', ['sandbox', 'export', '--reveal', '-o', 'json'])) as {
    objects: readonly {kind: string; metadata: {namespace?: string; name: string}}[];
  };
  mkdirSync(to, {recursive: true});
  for (const object of objects) {
    if (object.kind !== 'Secret' || object.metadata.namespace !== 'gantry-state') continue;
    writeFileSync(join(to, `${object.metadata.name}.json`), `${JSON.stringify(object, undefined, 2)}\n`);
  }
}

async function record(): Promise<void> {
  const server = await startBucket();
  try {
    write({
      'project.yaml': 'name: shop\n',
      'workspaces/prod.yaml':
        'context: {cluster: sandbox, region: eu}\nsecretStore: {provider: {file: {path: ../secrets}}}\n',
      'secrets/db': '{"password":"password-of-format-1"}',
      'base/stack.yaml': stackFile('base'),
      'base/manifests/state.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: gantry-state}\n',
    });
    writeFileSync(join(ROOT, '.gitignore'), 'minio\nplan*\n');
    git('init', '-q', '-b', 'main');
    git('remote', 'add', 'origin', 'https://git.example/acme/platform.git');
    gantry('base', apply);
    await releases();
    plans();
    inOtherBackends();
    for (const kept of ['home', 'files', 'bucket', 'secrets'])
      rmSync(join(HERE, 'input', kept), {recursive: true, force: true});
    await copyBucket(join(HERE, 'input/bucket'));
    writeSecrets(join(HERE, 'input/secrets'));
    cpSync(join(HOME, '.gantry'), join(HERE, 'input/home'), {recursive: true});
    rmSync(join(HERE, 'input/home/cache'), {recursive: true, force: true});
    const log = join(HERE, 'input/home/sandboxes/sandbox/objects.log');
    writeFileSync(`${log}.gz`, gzipSync(readFileSync(log), {level: 9}));
    rmSync(log);
    for (const name of ['shop', 'tools', 'plan.json', 'plans'])
      cpSync(join(ROOT, name), join(HERE, 'input/files', name), {recursive: true});
  } finally {
    server.kill();
    for (const made of [ROOT, HOME]) rmSync(made, {recursive: true, force: true});
  }
}

for (const place of [ROOT, HOME]) if (existsSync(place)) throw new Error(`${place} is there already`);
await record();
