import {beforeEach, describe, expect, it} from 'vitest';
import {fetchSecret, type SecretPlace} from '../../../../src/adapters/kubernetes/kubeconfig-place/fetch-secret.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {type MemorySecrets, memorySecrets} from '../../../rig/memory-secrets.ts';

let secrets: MemorySecrets;
beforeEach(() => {
  secrets = memorySecrets('tenants');
});

const store = async (data: Readonly<Record<string, string>>, name = 'prod-admin-kubeconfig') => {
  const bytes = Object.fromEntries(Object.entries(data).map(([key, text]) => [key, new TextEncoder().encode(text)]));
  await secrets.create({name, type: 'Opaque', labels: {}, annotations: {}, data: bytes});
};

function fetchKey(key?: string) {
  const from: SecretPlace = {
    kind: 'secret',
    name: 'prod-admin-kubeconfig',
    namespace: 'tenants',
    ...(key === undefined ? {} : {key}),
    through: {workspace: 'management', field: 'context.kubeconfig_path', from: {kind: 'in-cluster'}},
  };
  return fetchSecret({workspace: 'prod', field: 'context.kubeconfig_secret', from}, secrets);
}

const problemOf = async (promise: Promise<unknown>): Promise<string> => {
  const error: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  const {failure} = error as GantryError;
  expect(failure).toMatchObject({code: 'context/kubeconfig', workspace: 'prod', field: 'context.kubeconfig_secret'});
  return failure.code === 'context/kubeconfig' ? failure.problem : '';
};

const KAMAJI = {'admin.conf': 'external-text', 'admin.svc': 'internal-text', 'super-admin.conf': 'super-text'};

describe('a kubeconfig in a Secret', () => {
  it.each([
    {name: 'the key value of Cluster API', data: {value: 'v', other: 'o'}, key: undefined, text: 'v', from: 'value'},
    {
      name: 'the key value rather than value.yaml',
      data: {'value.yaml': 'y', value: 'v'},
      key: undefined,
      text: 'v',
      from: 'value',
    },
    {name: 'the key value.yaml', data: {'value.yaml': 'y'}, key: undefined, text: 'y', from: 'value.yaml'},
    {name: 'the key admin.conf of Kamaji', data: KAMAJI, key: 'admin.conf', text: 'external-text', from: 'admin.conf'},
    {
      name: 'a named key rather than the key value',
      data: {...KAMAJI, value: 'v'},
      key: 'admin.svc',
      text: 'internal-text',
      from: 'admin.svc',
    },
  ])('the kubeconfig is read from $name', async ({data, key, text, from}) => {
    await store(data);
    const fetched = await fetchKey(key);
    expect(fetched.text.reveal()).toBe(text);
    expect(fetched.from).toBe(
      `the Secret tenants/prod-admin-kubeconfig (${from}) in the cluster of the workspace "management"`,
    );
  });

  it.each([
    {
      name: 'a wrong key and the nearest one',
      data: KAMAJI,
      key: 'admin.con',
      says: 'has no key admin.con: it has admin.conf, admin.svc, super-admin.conf; did you mean admin.conf?',
    },
    {
      name: 'that no default key exists',
      data: KAMAJI,
      key: undefined,
      says: 'has neither the key value nor value.yaml: it has admin.conf, admin.svc, super-admin.conf; name one as kubeconfig_secret.key',
    },
    {
      name: 'a missing key called constructor',
      data: {value: 'v'},
      key: 'constructor',
      says: 'has no key constructor',
    },
    {name: 'an empty Secret', data: {}, key: 'value', says: 'has no key value: it is empty'},
    {name: 'an empty value', data: {value: '\n'}, key: undefined, says: 'is empty'},
  ])('the error reports $name without a value of the Secret', async ({data, key, says}) => {
    await store(data);
    const problem = await problemOf(fetchKey(key));
    expect(problem).toContain(says);
    expect(problem).not.toContain('-text');
  });

  it('a missing Secret and a missing namespace are reported', async () => {
    expect(await problemOf(fetchKey())).toBe(
      'Secret prod-admin-kubeconfig not found in the namespace tenants of the cluster of the workspace "management"',
    );
    secrets.exists = false;
    expect(await problemOf(fetchKey())).toBe(
      'namespace tenants not found in the cluster of the workspace "management"',
    );
  });

  it.each([
    {code: 'permission/denied', server: 'https://m', action: 'get Secrets', detail: 'no'},
    {code: 'cluster/unreachable', server: 'https://m', detail: 'no'},
    {code: 'credential/refused', server: 'https://m', detail: 'no'},
    {code: 'cluster/tls', server: 'https://m', detail: 'no'},
  ] as const)('a failure of the other cluster names the requested kubeconfig ($code)', async (failure) => {
    secrets.before = () => {
      throw new GantryError(failure);
    };
    const detail = 'no; the kubeconfig of the workspace "prod" is in the Secret tenants/prod-admin-kubeconfig there';
    await expect(fetchKey()).rejects.toMatchObject({failure: {...failure, detail}});
  });

  it('a kubeconfig is read each time, so that a rotated one is used', async () => {
    await store({value: 'old'});
    expect((await fetchKey()).text.reveal()).toBe('old');
    secrets.objects.clear();
    await store({value: 'new'});
    expect((await fetchKey()).text.reveal()).toBe('new');
  });
});
