import {expect, it} from 'vitest';
import {destroyed, pendingChanges} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {fastProgram} from '../rig/fast-clock.ts';
import {frontDoor} from '../rig/front-door.ts';
import {configMap, manifests, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {type Program, startGantry} from '../rig/program.ts';
import {repository} from '../rig/repository.ts';
import {environmentOf, openS3TestBackend} from '../rig/s3.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {acquireService} from '../services/for-tests.ts';

type Listed = {
  readonly releases: readonly {readonly revision: number; readonly phase: string; readonly current: boolean}[];
};
type Logged = {readonly entries: readonly {readonly kind: string; readonly because?: string}[]};
type Environment = Readonly<Record<string, string>>;
type Open = (cluster: Cluster, skip: (reason: string) => never) => Promise<Environment>;

/** A lease is over after six seconds, and looked at five times a second. */
const FASTER = fastProgram(10);

const LOCAL: Open = async () => ({});

const BUCKET: Open = async (_, skip) => {
  const acquired = await acquireService('minio');
  if (acquired.kind === 'missing') skip(acquired.reason);
  const place = await openS3TestBackend({service: 'minio'});
  return {GANTRY_BACKEND: `s3://${place.config.bucket}/team`, ...environmentOf(place)};
};

const SECRETS: Open = async (cluster) => {
  const namespace = cluster.freshNamespace('state');
  await cluster.create(namespaceObject(namespace));
  return {GANTRY_BACKEND: `kubernetes://${namespace}`};
};

const BACKENDS = [
  {name: 'a local directory', open: LOCAL},
  {name: 'a bucket', open: BUCKET},
  {name: 'Secrets of the cluster', open: SECRETS},
];

const many = (count: number, value: string) =>
  Array.from({length: count}, (_, i) => configMap(`part-${i}`, {a: value}));

onCluster('a run that is stopped (SIGSTOP) past its lease', (cluster) => {
  const {kubeconfigPath} = cluster;

  it.for(BACKENDS)(
    'another run takes over with $name, and the resumed run sends and records nothing',
    async ({open}, {skip}) => {
      const env = await open(cluster, skip);
      const namespace = cluster.freshNamespace();
      const door = await frontDoor({kubeconfigPath, of: '/configmaps/', delayMs: 50});
      const slow = await makeStack({
        kubeconfigPath: door.kubeconfigPath,
        namespace,
        files: {...manifests(...many(40, 'old')), ...repository('shop')},
      });
      const files = {...manifests(...many(40, 'new')), ...repository('shop')};
      const other = await makeStack({kubeconfigPath, namespace, files});
      // The same person on the same machine, or not: what they share is the backend.
      const elsewhere: Stack = {...other, home: slow.home};

      const holder = startGantry(slow, ['apply', '--yes', '--parallelism', '1', '-o', 'jsonl'], {...env, ...FASTER});
      await Promise.race([door.reached(8), holder.ended]);
      holder.child.kill('SIGSTOP');
      const before = door.writes.length;
      // The door in front of the cluster is another server: who goes around it says so.
      const trusted = await withEnv(other, withHome(slow, env)).gantry(['workspace', 'trust', 'test']);
      expect(trusted, trusted.stderr).toMatchObject({code: 0});
      const taker = startGantry(elsewhere, ['apply', '--yes', '--lock-timeout', '10m', '-o', 'jsonl'], {
        ...env,
        ...FASTER,
      });
      await expectWaitsFor(taker, holder);
      const took = await taker.ended;
      expect(took.code, took.stdout).toBe(0);

      holder.child.kill('SIGCONT');
      const ended = await holder.ended;
      expect(ended.code, ended.stdout).toBe(6);
      expect(ended.stdout).toContain('release/lease-lost');
      expect(ended.stdout).toContain('could not be recorded');
      // The bound: what was under way when it was stopped, of which there is one at a time.
      expect(door.writes.length - before).toBeLessThanOrEqual(1);
      const {releases} = (await other.json<Listed>(['release', 'list'], {env: withHome(slow, env)})).document;
      // What it wrote before it was stopped it still tells, beside the head.
      expect(releases.map(({revision, phase, current}) => [revision, phase, current])).toEqual([
        [2, 'succeeded', true],
        [1, 'failed', false],
      ]);
      expect(await pendingChanges(withEnv(other, withHome(slow, env)))).toEqual([]);
      await destroyed(withEnv(other, withHome(slow, env)));
    },
  );
});

onCluster('a run whose lock is broken by force', (cluster) => {
  const {kubeconfigPath} = cluster;

  it.for(BACKENDS)(
    'a run with $name stops writing soon and names the user who broke its lock, which is on record',
    async ({open}, {skip}) => {
      const env = await open(cluster, skip);
      const count = 300;
      const door = await frontDoor({kubeconfigPath, of: '/configmaps/', delayMs: 50});
      const namespace = cluster.freshNamespace();
      const files = manifests(...many(count, '1'));
      const stack = await makeStack({kubeconfigPath: door.kubeconfigPath, namespace, files});
      const inEnv = withEnv(stack, env);
      const holder = startGantry(stack, ['apply', '--yes', '--parallelism', '1', '-o', 'jsonl'], {...env, ...FASTER});
      await Promise.race([door.reached(3), holder.ended]);
      const broken = await inEnv.json(['release', 'unlock', '--force', '--yes']);
      expect(broken).toMatchObject({code: 0, document: {kind: 'unlocked', because: 'forced', pid: holder.child.pid}});
      const ended = await holder.ended;
      expect(ended.code, ended.stdout).toBe(6);
      expect(ended.stdout).toContain('was broken by');
      expect(door.writes.length).toBeLessThan(count);
      const {document} = await inEnv.json<Logged>(['release', 'log']);
      expect(document.entries.filter(({kind}) => kind === 'unlock')).toMatchObject([{because: 'forced'}]);
    },
  );
});

async function expectWaitsFor(taker: Program, holder: Program): Promise<void> {
  expect(await taker.event('lock-waiting')).toMatchObject({pid: holder.child.pid, alive: 'runs'});
}

const withHome = ({home}: Stack, env: Environment): Environment => ({...env, GANTRY_HOME: `${home}/.gantry`});

/** The same stack, whose every command has this environment. */
const withEnv = (stack: Stack, env: Environment): Stack => ({
  ...stack,
  gantry: (args, options) => stack.gantry(args, {...options, env: {...env, ...options?.env}}),
  json: (args, options) => stack.json(args, {...options, env: {...env, ...options?.env}}),
});
