import {beforeEach, describe, expect, it} from 'vitest';
import {sharedDescriptor} from '../../../../src/adapters/kubernetes/kubeconfig-place/shared-descriptor.ts';
import type {GantryError} from '../../../../src/core/failure/failure.ts';
import type {KubeconfigSource} from '../../../../src/core/workspace/kubeconfig-source.ts';
import type {PlaceDeps, ReleasedObject} from '../../../../src/ports/kubeconfig-place-descriptor.ts';
import {type MemorySecrets, memorySecrets} from '../../../rig/memory-secrets.ts';

const THROUGH: KubeconfigSource = {
  workspace: 'management',
  field: 'context.kubeconfig_path',
  from: {kind: 'in-cluster'},
};
const HEAD = {workspace: 'prod', field: 'context.kubeconfig_content'};

let secrets: MemorySecrets;
/** The milliseconds that were slept. */
let slept: number;
/** The messages in which the fetch names what it waits for. */
let waits: string[];
beforeEach(() => {
  secrets = memorySecrets('clusters');
  slept = 0;
  waits = [];
});

const store = async (name: string, data: Readonly<Record<string, string>>): Promise<string> => {
  const bytes = Object.fromEntries(Object.entries(data).map(([key, text]) => [key, new TextEncoder().encode(text)]));
  const made = await secrets.create({name, type: 'Opaque', labels: {}, annotations: {}, data: bytes});
  return made === 'taken' ? '' : made.uid;
};

const object = (apiVersion: string, kind: string, uid: string): ReleasedObject => ({
  apiVersion,
  kind,
  namespace: 'clusters',
  name: 'prod',
  uid,
  use: {stack: 'shared/eu', id: `${kind}:prod`, revision: 3, workspace: 'management', fields: []},
});

type Asked = {
  readonly path?: string;
  readonly waitSeconds?: number;
  /** The uid of the live object, if it is not the Secret. */
  readonly live?: string | undefined;
  readonly onSleep?: () => Promise<unknown>;
};

async function fetch(released: ReleasedObject, {path, waitSeconds, live, onSleep}: Asked = {}): Promise<string> {
  const written = {
    kind: 'shared',
    shared: released.use.id,
    workspace: 'management',
    ...(path === undefined ? {} : {path}),
  } as const;
  const from = await sharedDescriptor.resolve(written, {
    secret: () => Promise.reject(new Error('no secret is needed')),
    keysOf: () => Promise.reject(new Error('no key is needed')),
    through: async () => THROUGH,
    shared: async () => released,
    waitSeconds,
  });
  const deps: PlaceDeps = {
    env: {},
    home: '/home',
    signal: new AbortController().signal,
    clock: {
      now: () => new Date(0),
      monotonic: () => slept,
      sleep: async (ms) => {
        slept += ms;
        await onSleep?.();
      },
    },
    onWait: (text) => void waits.push(text),
    secretObjects: async () => secrets,
    uidOf: async (_, asked) => {
      expect(asked).toMatchObject({namespace: 'clusters', name: 'prod'});
      return live;
    },
  };
  return (await sharedDescriptor.fetch({...HEAD, from}, deps)).text.reveal();
}

const problemOf = async (fetched: Promise<unknown>): Promise<string> => {
  const error: unknown = await fetched.catch((thrown: unknown) => thrown);
  const {failure} = error as GantryError;
  expect(failure).toMatchObject({...HEAD, code: 'context/kubeconfig'});
  return failure.code === 'context/kubeconfig' ? failure.problem : '';
};

describe('the kubeconfig of a shared resource', () => {
  it.each([
    {
      kind: 'TenantControlPlane',
      apiVersion: 'kamaji.clastix.io/v1alpha1',
      secret: 'prod-admin-kubeconfig',
      key: 'admin.conf',
    },
    {kind: 'Cluster', apiVersion: 'cluster.x-k8s.io/v1beta1', secret: 'prod-kubeconfig', key: 'value'},
  ])(
    'the kubeconfig is in the Secret that the controller of a $kind writes',
    async ({kind, apiVersion, secret, key}) => {
      await store(secret, {[key]: 'text'});
      expect(await fetch(object(apiVersion, kind, 'u1'), {live: 'u1'})).toBe('text');
    },
  );

  it('the kubeconfig is the value of a Secret with the uid of its release', async () => {
    const uid = await store('prod', {value: 'text', 'admin.conf': 'other'});
    expect(await fetch(object('v1', 'Secret', uid), {path: 'data.value'})).toBe('text');
    expect(await fetch(object('v1', 'Secret', uid), {path: 'data.admin.conf'})).toBe('other');
  });

  it('the kubeconfig is not read from an object with another uid, nor while the object of the release is gone', async () => {
    await store('prod', {value: 'text'});
    await store('prod-admin-kubeconfig', {'admin.conf': 'text'});
    const kamaji = object('kamaji.clastix.io/v1alpha1', 'TenantControlPlane', 'u1');
    expect(await problemOf(fetch(object('v1', 'Secret', 'u0'), {path: 'data.value', waitSeconds: 60}))).toContain(
      'was replaced by another object of the same name after revision 3 of shared/eu',
    );
    expect(await problemOf(fetch(kamaji, {live: 'u2'}))).toContain('was replaced by another object');
    expect(await problemOf(fetch(kamaji, {waitSeconds: 60}))).toContain('no longer exists after revision 3');
    expect(slept).toBe(0);
  });

  it('the kubeconfig is awaited until the controller has written it, and no longer than the limit', async () => {
    const kamaji = object('kamaji.clastix.io/v1alpha1', 'TenantControlPlane', 'u1');
    const late = async () => (slept === 3000 ? store('prod-admin-kubeconfig', {'admin.conf': 'text'}) : undefined);
    expect(await fetch(kamaji, {live: 'u1', waitSeconds: 60, onSleep: late})).toBe('text');
    expect(slept).toBe(3000);
    const capi = object('cluster.x-k8s.io/v1beta1', 'Cluster', 'u1');
    expect(await problemOf(fetch(capi, {live: 'u1', waitSeconds: 5}))).toContain('Secret prod-kubeconfig not found');
    expect(slept).toBe(8000);
  });

  it.each([
    {name: 'a Secret without a path', of: object('v1', 'Secret', 'u'), path: undefined, says: '`path` is missing'},
    {
      name: 'a path of a cluster',
      of: object('cluster.x-k8s.io/v1beta1', 'Cluster', 'u'),
      path: 'data.value',
      says: '`path` does not belong to a Cluster',
    },
    {
      name: 'another kind',
      of: object('v1', 'ConfigMap', 'u'),
      path: 'data.value',
      says: 'a ConfigMap holds no kubeconfig',
    },
    {
      name: 'another Cluster',
      of: object('example.com/v1', 'Cluster', 'u'),
      path: undefined,
      says: 'a Cluster holds no kubeconfig',
    },
  ])('a kubeconfig is refused for $name', async ({of, path, says}) => {
    expect(await problemOf(fetch(of, path === undefined ? {} : {path}))).toContain(says);
  });
});
