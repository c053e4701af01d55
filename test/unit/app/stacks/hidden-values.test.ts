import {describe, expect, it} from 'vitest';
import {withHiddenValues} from '../../../../src/app/stacks/hidden-values.ts';
import {distrust, inOwnRun} from '../../../../src/config/untrusted/checkout.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {knownValues, type ResourceValues} from '../../../../src/core/reference/values.ts';
import type {Resource} from '../../../../src/core/resource/resource.ts';
import {redactLeaf} from '../../../../src/core/secret/redacted-value.ts';
import type {OtherResource} from '../../../../src/core/stacks/other-stack.ts';
import {withOthers} from '../../../../src/engine/with-others.ts';

const DB = 'hashicorp:aws:aws_db_instance:main';
const SERVICE = 'v1:Service:data:db';

const secret = (text: string): Resource => ({
  id: 'v1:Secret:shop:web',
  type: 'Kubernetes',
  attributes: {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'web'}, stringData: {text}},
  dependsOn: [],
  extensions: {},
});
const plain = (text: string, type: Resource['type'] = 'Kubernetes'): Resource => ({
  id: 'web',
  type,
  attributes: {kind: 'ConfigMap', data: {text}},
  dependsOn: [],
  extensions: {},
});
const ref = (path: string, id = DB): string => `\${ref:shared:${id}#${path}}`;

const COMMON = {desiredDigest: '', dependsOn: []} as const;
const released = (attributes: JsonObject): OtherResource => ({
  stack: 'shared/shared',
  lineage: 'one',
  state: {...COMMON, id: DB, type: 'Terraform', address: 'x.main', provider: '', schemaVersion: 0, attributes},
  awaits: () => false,
});
const external = (id: string): OtherResource => ({
  stack: 'external',
  state: {...COMMON, id, type: 'Terraform', address: '', provider: '', schemaVersion: 0, attributes: {}},
  external: {
    workspace: 'dev',
    id,
    type: 'Terraform',
    addedAt: '',
    addedBy: {user: 'u', host: 'h'},
    attributes: {},
    identity: {id: 'db-1'},
  },
  awaits: () => false,
});
const object = (uid: string): OtherResource => ({
  stack: 'shared/shared',
  state: {
    ...COMMON,
    id: SERVICE,
    type: 'Kubernetes',
    apiVersion: 'v1',
    kind: 'Service',
    namespace: 'data',
    name: 'db',
    uid,
    applied: {spec: {ports: []}},
  },
  awaits: () => false,
});

type Given = {
  readonly others?: Readonly<Record<string, OtherResource>>;
  readonly sealed?: JsonObject;
  readonly existing?: Readonly<Record<string, ResourceValues | 'gone'>>;
  readonly live?: JsonObject;
};

async function values(resources: readonly Resource[], {others = {}, sealed, existing = {}, live}: Given) {
  const reads: (readonly string[])[] = [];
  const found = await withHiddenValues(
    {
      loaded: {resources, expandable: new Set(resources.map(({id}) => id)), origins: new Map()},
      others: new Map(Object.entries(others).map(([id, one]) => [`shared:${id}`, one])),
      workspace: 'dev',
      signal: new AbortController().signal,
    },
    {
      terraform: async () => ({
        readExisting: async ({resources: asked}) => {
          reads.push(asked.map(({id}) => id));
          return new Map(Object.entries(existing));
        },
        readReleased: async (lineage) =>
          new Map(
            lineage === 'one' && sealed !== undefined ? [[DB, {object: sealed, unknown: [], sensitive: []}]] : [],
          ),
      }),
      cluster: async () => ({lookUp: async () => live}),
    },
  );
  return {found, reads};
}

const failing = (resources: readonly Resource[], given: Given) =>
  expect(values(resources, given).catch((error: {readonly failure: unknown}) => error.failure)).resolves;

describe('values that releases of other stacks do not have', () => {
  const hidden = {password: redactLeaf('k', DB, ['password'], 'x'), size: 3} as unknown as JsonObject;

  it('a sensitive attribute is read from the sealed state of its stack, and stays sensitive', async () => {
    const given = {others: {[DB]: released(hidden)}, sealed: {password: 'hunter2', size: 3}};
    const {found} = await values([secret(ref('password'))], given);
    expect(found.get(`shared:${DB}`)?.values).toEqual({
      object: {password: 'hunter2', size: 3},
      unknown: [],
      sensitive: [['password']],
    });
  });

  it('untrusted mode reads no sealed state and no provider, and the values are unknown', async () => {
    const others = {[DB]: released(hidden), a: external('a')};
    const {found, reads} = await inOwnRun(async () => {
      distrust({
        commit: '',
        ref: 'main',
        holds: () => true,
        mayRead: () => true,
        inBase: (path) => path,
        directoryInBase: (path) => path,
      });
      return values([secret(ref('password')), plain(ref('host', 'a'))], {others});
    });
    expect(reads).toEqual([]);
    const {lookup} = withOthers(
      knownValues(() => undefined),
      found,
    );
    expect([lookup(`shared:${DB}`, ['password']), lookup('shared:a', ['host'])]).toEqual(['unknown', 'unknown']);
  });

  it('an attribute that the release has needs no state', async () => {
    const {found, reads} = await values([plain(ref('size'))], {others: {[DB]: released(hidden)}});
    expect(found.get(`shared:${DB}`)?.values).toBeUndefined();
    expect(reads).toEqual([]);
  });

  it('a sensitive attribute that the state no longer has is an error at its reference', async () => {
    await failing([secret(ref('password'))], {others: {[DB]: released(hidden)}}).toMatchObject({
      code: 'input/invalid',
      diagnostics: [{code: 'reference/missing-field', resource: 'v1:Secret:shop:web', path: 'stringData.text'}],
    });
  });

  it('external resources are read together, once', async () => {
    const found = (id: string): ResourceValues => ({object: {id, host: 'h'}, unknown: [], sensitive: []});
    const given = {
      others: {a: external('a'), b: external('b')},
      existing: {a: found('db-1'), b: found('db-1')},
    };
    const {found: all, reads} = await values(
      [plain(`${ref('host', 'a')} ${ref('host', 'b')} ${ref('id', 'a')}`)],
      given,
    );
    expect(reads).toEqual([['a', 'b']]);
    expect(all.get('shared:a')?.values?.object).toEqual({id: 'db-1', host: 'h'});
  });

  it.each([
    {name: 'gone', existing: {a: 'gone' as const}, changed: {attribute: 'id', expected: 'db-1'}},
    {
      name: 'another one',
      existing: {a: {object: {id: 'db-2'}, unknown: [], sensitive: []}},
      changed: {attribute: 'id', expected: 'db-1', found: 'db-2'},
    },
  ])('an external resource that is $name is refused', async ({existing, changed}) => {
    await failing([plain(ref('id', 'a'))], {others: {a: external('a')}, existing}).toEqual({
      code: 'shared/external-changed',
      workspace: 'dev',
      resources: [{id: 'a', ...changed}],
    });
  });

  it('a sensitive attribute of an external resource is refused where it would be shown', async () => {
    const existing = {a: {object: {id: 'db-1', password: 'x'}, unknown: [], sensitive: [['password']]}};
    const given = {others: {a: external('a')}, existing};
    await failing([plain(ref('password', 'a'))], given).toMatchObject({
      diagnostics: [{code: 'reference/secret-value'}],
    });
    expect((await values([secret(ref('password', 'a'))], given)).found.size).toBe(1);
  });

  it.each([
    {name: 'the object of the release', uid: 'u1', ok: true},
    {name: 'another object', uid: 'u2', ok: false},
  ])('a Terraform resource takes a value of the live object only from $name', async ({uid, ok}) => {
    const live = {metadata: {uid}, spec: {clusterIP: '10.0.0.1'}};
    const resources = [plain(ref('spec.clusterIP', SERVICE), 'Terraform')];
    const given = {others: {[SERVICE]: object('u1')}, live};
    if (!ok) return failing(resources, given).toMatchObject({diagnostics: [{code: 'reference/missing-field'}]});
    const {found} = await values(resources, given);
    expect(found.get(`shared:${SERVICE}`)?.values?.object).toEqual(live);
  });
});
