import {mkdtemp, rm} from 'node:fs/promises';
import {describe, expect, it, vi} from 'vitest';
import {addressesIn} from '../../src/adapters/terraform/instances.ts';
import {decodeStored} from '../../src/adapters/terraform/stored.ts';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {terraformStates} from '../../src/engine/sealing/sealed-terraform.ts';
import type {Backend} from '../../src/ports/backend.ts';
import {openAzureTestBackend} from '../rig/azurite.ts';
import type {Cluster} from '../rig/cluster.ts';
import {atEndOfTest} from '../rig/end-of-test.ts';
import {openGcsTestBackend} from '../rig/gcs.ts';
import {accessBy, secretsBackend} from '../rig/kubernetes-backends.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {environmentOf, openS3TestBackend} from '../rig/s3.ts';
import {openedBy} from '../rig/sealed-backend.ts';
import {hasTestProvider} from '../rig/terraform-provider.ts';
import {acquireService} from '../services/for-tests.ts';
import {AZURE_ACCOUNT, type ServiceName} from '../services/services.ts';
import {objectId, objectStack, processesOf} from './support/object-stack.ts';

const APPLY = ['apply', '--yes', '--no-wait', '--lock-timeout', '0'] as const;

/** An empty backend: as project.yaml declares it, what a user has in the environment, and the backend beside Gantry. */
type Place = {
  readonly declared: JsonObject;
  readonly env: Readonly<Record<string, string>>;
  readonly open: () => Promise<Backend>;
  /** True if the project declares an endpoint, to which the user must agree. */
  readonly needsConsent?: true;
};

const PREFIX = 'team/state';
const PLACES: readonly {
  readonly name: string;
  readonly service?: ServiceName;
  readonly make: (cluster: Cluster) => Promise<Place>;
}[] = [
  {
    name: 'a bucket of S3',
    service: 'minio',
    make: async () => {
      const place = await openS3TestBackend({service: 'minio'});
      const {bucket} = place.config;
      return {declared: {s3: {bucket, prefix: PREFIX}}, env: environmentOf(place), open: () => place.open()};
    },
  },
  {
    name: 'a bucket of Google Cloud Storage',
    service: 'fake-gcs',
    make: async () => {
      const {config, env, open} = await openGcsTestBackend();
      return {declared: {gcs: {bucket: config.bucket, prefix: PREFIX}}, env, open: async () => open()};
    },
  },
  {
    name: 'a container of Azure',
    service: 'azurite',
    make: async () => {
      const {config, open} = await openAzureTestBackend();
      const {container, storageAccount = '', endpoint = '', caFile = ''} = config;
      return {
        declared: {azure: {container, prefix: PREFIX, storageAccount, endpoint, caFile}},
        env: {AZURE_STORAGE_KEY: AZURE_ACCOUNT.key},
        open: async () => open(),
        needsConsent: true,
      };
    },
  },
  {
    name: 'Secrets of a cluster',
    make: async (cluster) => {
      const namespace = cluster.freshNamespace('state');
      await cluster.create(namespaceObject(namespace));
      return {
        declared: {kubernetes: {namespace}},
        env: {},
        open: async () => secretsBackend(await accessBy(cluster.kubeconfigPath), namespace),
      };
    },
  },
];

/** Returns the addresses that the Terraform states of a backend contain. */
async function storedIn(backend: Backend): Promise<readonly string[]> {
  const lineages = (await backend.list('terraform/')).map((key) => key.split('/')[1] ?? '');
  const states = await terraformStates(backend);
  const texts = await Promise.all(lineages.map((lineage) => states.read(lineage)));
  return texts.flatMap((one) => (one === undefined ? [] : addressesIn(decodeStored(one.text).state)));
}

const actionsOf = ({changes}: Plan) =>
  Object.fromEntries(changes.map(({id, action}) => [id.split(':').at(-1), action]));

describe.runIf(hasTestProvider())('with the terraform of this machine and the test provider', () => {
  onCluster('an apply of Terraform whose backend is not a directory', (cluster) => {
    it.for(PLACES)(
      'the watcher stores the state after each resource in $name, and continues without Gantry',
      // A service may be built first.
      {timeout: 900_000},
      async ({service, make}, {skip}) => {
        if (service !== undefined) {
          const acquired = await acquireService(service);
          if (acquired.kind === 'missing') skip(acquired.reason);
        }
        const place = await make(cluster);
        const stack = await objectStack(cluster, place.env, place.declared);
        const {server, start} = stack;
        await stack.begin('watched');
        if (place.needsConsent === true) await stack.here.allow();

        // `c` waits for the state of what it needs, and then nobody but the watcher can store its own.
        let opened: Promise<Backend> | undefined;
        // Opened by the first apply: before it, the backend has no key.
        const open = (): Promise<Backend> =>
          (opened ??= place.open().then((plain) => openedBy(plain, {identity: stack.key})));
        let stored: readonly string[] = [];
        server.reset(async ({name, phase}) => {
          if (name !== 'c') return;
          if (phase === 'after') {
            program.child.kill('SIGKILL');
            return;
          }
          const hasFirst = async () => (stored = await storedIn(await open())).includes('gantrytest_object.a');
          await vi.waitUntil(hasFirst, {timeout: 20_000, interval: 50});
        });
        const program = start(...APPLY);
        const killed = await program.ended;
        expect(killed, killed.stderr).toMatchObject({code: -1});
        expect(stored).toContain('gantrytest_object.a');
        expect(stored).not.toContain('gantrytest_object.c');
        await stack.untilSettled();
        // Another machine has nothing of the private directory.
        const memory = await mkdtemp('/dev/shm/gantry-test-');
        atEndOfTest(() => rm(memory, {recursive: true, force: true}));
        const plan = await stack.preview({XDG_RUNTIME_DIR: memory});
        expect(actionsOf(plan)).toEqual({a: 'unchanged', b: 'unchanged', c: 'unchanged', d: 'unchanged'});

        // All processes are killed: the next run on this machine finds what the private directory has.
        await stack.begin('killed');
        let isKilled = false;
        server.reset(async ({name, phase, provider}) => {
          if (isKilled || name !== 'c' || phase !== 'after') return;
          isKilled = true;
          const {terraform, watcher} = await processesOf(provider);
          for (const pid of [second.child.pid ?? 0, watcher, terraform, provider]) process.kill(pid, 'SIGKILL');
        });
        const second = start(...APPLY);
        expect(await second.ended).toMatchObject({code: -1});
        const next = await stack.preview();
        expect(actionsOf(next)).toMatchObject({a: 'unchanged', c: 'create'});
        expect(next.diagnostics).toContainEqual(
          expect.objectContaining({code: 'terraform/may-exist', resource: objectId('c')}),
        );
        const last = await start(...APPLY).ended;
        expect(last, last.stderr).toMatchObject({code: 0});
        const both = (await storedIn(await open())).filter((address) => address === 'gantrytest_object.c');
        expect(both).toHaveLength(2);
      },
    );
  });
});
