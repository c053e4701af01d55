import {expect, it} from 'vitest';
import {pruneReleases} from '../../src/app/release/prune-releases.ts';
import type {Release} from '../../src/core/release/release.ts';
import {acquireLock} from '../../src/engine/release/acquire.ts';
import {packRelease} from '../../src/engine/release/pack.ts';
import {openHistory} from '../../src/engine/release/release-history.ts';
import type {Backend} from '../../src/ports/backend.ts';
import {applied} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {depsOf} from '../rig/deps.ts';
import {accessBy, secretsBackend} from '../rig/kubernetes-backends.ts';
import {manyResources} from '../rig/large-release.ts';
import {configMap, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {begun, ended, holderNamed, NAMES} from '../rig/releases.ts';
import {openS3TestBackend} from '../rig/s3.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack} from '../rig/stack.ts';
import {acquireService} from '../services/for-tests.ts';

type Skip = (reason: string) => never;
type Open = (cluster: Cluster, skip: Skip) => Promise<Backend>;

const SECRETS: Open = async (cluster) => {
  const namespace = cluster.freshNamespace('state');
  await cluster.create(namespaceObject(namespace));
  return secretsBackend(await accessBy(cluster.kubeconfigPath), namespace);
};

const BUCKET: Open = async (_, skip) => {
  const acquired = await acquireService('minio');
  if (acquired.kind === 'missing') skip(acquired.reason);
  return (await openS3TestBackend({service: 'minio'})).open();
};

const MIB = 1024 * 1024;

onCluster('releases in a shared backend', (cluster) => {
  it.for([
    {name: 'Secrets of a cluster', open: SECRETS},
    {name: 'a bucket', open: BUCKET},
  ])(
    'a release of 5,000 resources in $name is larger than a MiB, is read completely, and pruned',
    async ({open}, {skip}) => {
      const backend = await open(cluster, skip);
      const dir = await scratchDirectory();
      const deps = depsOf({dir, home: dir}, {backend: () => backend});
      const release = async (more: Partial<Release> = {}): Promise<void> => {
        await using lock = await acquireLock({
          backend,
          history: await openHistory({backend, ...NAMES}),
          names: NAMES,
          holder: holderNamed('anna'),
          clock: deps.clock,
          lockTimeoutMs: 0,
          signal: deps.signal,
          onEvent: () => undefined,
        });
        const run = begun(lock, more);
        await lock.begin(run);
        await lock.finish(ended(run, more.phase === undefined ? {} : {phase: more.phase}));
      };
      const large = manyResources(5000);
      const {value} = await packRelease(ended(begun({lineage: 'abc', revision: 1, epoch: 1}, large)));
      expect(value.length).toBeGreaterThan(MIB);
      await release(large);
      const {last} = await openHistory({backend, ...NAMES});
      expect(last).toMatchObject({revision: 1, spec: large.spec, state: large.state});
      for (let n = 0; n < 3; n++) await release();
      const request = {...NAMES, keep: 2, dryRun: false, lockTimeoutSeconds: 0, confirm: async () => true};
      expect(await pruneReleases(request, deps)).toMatchObject({kind: 'pruned', going: [{revision: 2}, {revision: 1}]});
      const left = await backend.list('releases/');
      expect(left.map((key) => key.split('/').at(-1))).toEqual(['3-3.json', '4-4.json', 'head.json', 'pruned.json']);
      expect((await openHistory({backend, ...NAMES})).last?.revision).toBe(4);
    },
  );

  it('Secrets of a cluster that somebody deleted are rebuilt', async () => {
    const [state, namespace] = [cluster.freshNamespace('state'), cluster.freshNamespace()];
    await cluster.create(namespaceObject(state));
    const files = {'manifests/a.yaml': configMap('a', {a: '1'}), 'manifests/b.yaml': configMap('b', {b: '1'})};
    const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace, name: namespace, files});
    const backend = ['--backend', `kubernetes://${state}`];
    await applied(stack, backend);
    const keeper = secretsBackend(await accessBy(cluster.kubeconfigPath), state);
    for (const prefix of ['index/', 'releases/', 'locks/', 'keys/']) {
      for (const key of await keeper.list(prefix)) {
        const stored = await keeper.get(key);
        if (stored !== undefined) await keeper.delete(key, stored.version);
      }
    }
    // The pin is still there, and was signed with the key that is gone.
    expect(await stack.gantry(['release', 'rebuild', '--yes', ...backend])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('gantry workspace trust'),
    });
    expect(await stack.gantry(['workspace', 'trust', ...backend])).toMatchObject({code: 0});
    const rebuilt = await stack.gantry(['release', 'rebuild', '--yes', ...backend]);
    expect(rebuilt, rebuilt.stderr).toMatchObject({code: 0, stdout: expect.stringContaining('from 2 objects')});
    expect(await stack.gantry(['preview', '--exit-code', ...backend])).toMatchObject({code: 0});
    expect((await stack.gantry(['release', 'log', ...backend])).stdout).toContain('rebuilt');
  });
});
