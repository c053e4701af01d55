import {describe, expect, it} from 'vitest';
import {envStore} from '../../../../src/adapters/local/secret-store/env-store.ts';
import type {Deps} from '../../../../src/app/deps.ts';
import {type SecretReader, secretReader} from '../../../../src/app/secret/secret-reader.ts';
import {findWorkspace} from '../../../../src/app/workspace/find-workspace.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';
import type {ChildEnvironment} from '../../../../src/core/workspace/child-environment.ts';
import type {NamedSecret, SecretReading, SecretStore} from '../../../../src/ports/secret-store.ts';
import type {SecretStoreConfig} from '../../../../src/registry/secret-stores.ts';
import {rig} from '../workspace/rig.ts';

type Given = {
  /** The workspace `prod`, without its name. */
  readonly workspace: string;
  readonly others?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** What a store answers, for kinds other than env. */
  readonly fetch?: (secret: NamedSecret, config: SecretStoreConfig) => Promise<SecretReading>;
  readonly first?: SecretStore['first'];
};

type World = {
  readonly reader: SecretReader;
  readonly deps: Deps;
  readonly path: (...parts: string[]) => string;
  /** Every store that was opened, with the environment for it, and every secret that was asked for. */
  readonly opened: SecretStoreConfig[];
  readonly environments: ChildEnvironment[];
  readonly fetched: string[];
};

const value = (text: string): SecretReading => ({value: new Secret(text)});

async function world({workspace, others = {}, env = {}, fetch, first = 'property'}: Given): Promise<World> {
  const files = Object.fromEntries(
    Object.entries(others).map(([name, text]) => [`project/workspaces/${name}.yaml`, text]),
  );
  const {
    deps: rigDeps,
    path,
    backend,
  } = await rig({
    files: {'project/project.yaml': 'name: shop\n', 'project/workspaces/prod.yaml': workspace, ...files},
    env,
  });
  const opened: SecretStoreConfig[] = [];
  const environments: ChildEnvironment[] = [];
  const fetched: string[] = [];
  const deps: Deps = {
    ...rigDeps,
    secretStore: async (config, environment) => {
      opened.push(config);
      if (environment !== undefined) environments.push(environment);
      if (config.kind === 'env') return envStore({...config, env});
      return {
        name: config.kind,
        first,
        fetch: async (secret) => {
          fetched.push(`${secret.name.join('/')}${secret.version === undefined ? '' : `?${secret.version}`}`);
          return fetch === undefined ? value('{"user":"app","password":"p"}') : fetch(secret, config);
        },
      };
    },
  };
  const chosen = await findWorkspace({
    wanted: 'prod',
    base: rigDeps.cwd,
    backend,
    directory: path('project/workspaces'),
  });
  return {reader: secretReader({chosen}, deps), deps, path, opened, environments, fetched};
}

const VAULT = 'vault: {server: "https://vault.example"}';

async function said(reader: SecretReader, uri: string): Promise<string> {
  const answer = await reader.read(uri);
  return 'value' in answer ? answer.value.reveal() : [answer.because, answer.hint].filter(Boolean).join(' — ');
}

describe('the secrets of a workspace', () => {
  it('a secret is read from the main store, or from the one that the reference names', async () => {
    const {reader} = await world({
      workspace: `secretStore: {provider: {env: {}}}\nsecretStores: {ci: {provider: {env: {prefix: CI_}}}, vault: {provider: {${VAULT}}}}\n`,
      env: {TOKEN: 'plain', CI_TOKEN: 'of CI'},
    });
    expect(await said(reader, 'ref://TOKEN')).toBe('plain');
    expect(await said(reader, 'ref://default@TOKEN')).toBe('plain');
    expect(await said(reader, 'ref://ci@TOKEN')).toBe('of CI');
    expect(await said(reader, 'ref://vault@db/user')).toBe('app');
  });

  it.each([
    {
      name: 'a misspelt store',
      uri: 'ref://valt@db/user',
      says: /^the workspace prod has no secret store valt — Did you mean `vault`\? There are: vault\./,
    },
    {
      name: 'no store',
      uri: 'ref://db/user',
      says: /^the workspace prod has no secret store — Name one of its other stores \(ref:\/\/STORE@NAME\): vault/,
    },
    {name: 'what is no reference', uri: 'ref://vault@', says: /^it has an empty segment/},
    {
      name: 'no property',
      uri: 'ref://vault@db/none',
      says: /^the secret db: its value has no property none \(secret store vault\)$/,
    },
    {name: 'a map', uri: 'ref://vault@db/user.x', says: /no property user.x/},
  ])('an invalid reference is reported: $name', async ({uri, says}) => {
    const {reader} = await world({workspace: `secretStores: {vault: {provider: {${VAULT}}}}\n`});
    expect(await said(reader, uri)).toMatch(says);
  });

  it('each version of a secret is read once, also with concurrent callers', async () => {
    const {reader, deps, opened, fetched} = await world({workspace: `secretStore: {provider: {${VAULT}}}\n`});
    const uris = ['ref://db/user', 'ref://db/password', 'ref://db', 'ref://db/user?version=1'];
    await Promise.all([...uris, ...uris].map((uri) => reader.read(uri)));
    // The doors of a run are copied with another backend, and the workspace is read again.
    const again = {...deps, backend: () => Promise.reject(new Error('not here'))};
    const chosen = await findWorkspace({
      wanted: 'prod',
      base: deps.cwd,
      backend: await deps.backend(),
      directory: `${deps.cwd}/workspaces`,
    });
    expect(await said(secretReader({chosen}, again), 'ref://db/user')).toBe('app');
    expect(fetched).toEqual(['db', 'db?1']);
    expect(opened).toHaveLength(1);
  });

  it('a secret is not read before it is needed', async () => {
    const {opened} = await world({workspace: `secretStore: {provider: {${VAULT}}}\n`});
    expect(opened).toEqual([]);
  });

  it('at most eight secrets are read at a time', async () => {
    let [running, most] = [0, 0];
    const {reader, fetched} = await world({
      workspace: `secretStore: {provider: {${VAULT}}}\n`,
      fetch: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return value('x');
      },
    });
    await Promise.all(Array.from({length: 30}, (_, i) => reader.read(`ref://s${i}`)));
    expect(most).toBe(8);
    expect(fetched).toHaveLength(30);
  });

  it.each([
    {
      name: 'until it is there',
      readings: [{because: 'busy', transient: true}, value('x')] as const,
      want: 'x',
      times: 2,
    },
    {
      name: 'three times in all',
      readings: [{because: 'busy', transient: true}] as const,
      want: 'busy (asked 3 times) (secret store vault)',
      times: 3,
    },
    {
      name: 'never where it does not help',
      readings: [{because: 'denied'}] as const,
      want: 'denied (secret store vault)',
      times: 1,
    },
  ])('a secret is read again after a transient failure: $name', async ({readings, want, times}) => {
    let asked = 0;
    const {reader} = await world({
      workspace: `secretStore: {provider: {${VAULT}}}\n`,
      fetch: async () => readings[Math.min(asked++, readings.length - 1)] ?? {because: 'nothing'},
    });
    expect(await said(reader, 'ref://a')).toBe(want);
    expect(asked).toBe(times);
  });

  it.each([
    {first: 'property', uri: 'ref://a/b', want: ['a', 'a/b']},
    {first: 'whole', uri: 'ref://a/b', want: ['a/b', 'a']},
  ] as const)('a reference with two meanings is read as $first first', async ({first, uri, want}) => {
    const {reader, fetched} = await world({
      workspace: `secretStore: {provider: {${VAULT}}}\n`,
      first,
      fetch: async ({name}) => ({because: `no ${name.join('/')}`, absent: true}),
    });
    expect(await said(reader, uri)).toBe(`no ${want[0]}, and no ${want[1]} (secret store vault)`);
    expect(fetched).toEqual(want);
  });
});

describe('a secret that is not text', () => {
  const bytes = new Uint8Array([0xff, 0xfe]);

  it('a binary secret is returned only to callers that accept bytes', async () => {
    const {reader} = await world({
      workspace: `secretStore: {provider: {${VAULT}}}\n`,
      fetch: async () => ({value: new Secret(bytes)}),
    });
    expect(await said(reader, 'ref://keystore')).toMatch(/^keystore is not UTF-8 text.*under `data` of a Secret/);
    const answer = await reader.read('ref://keystore', {bytes: true});
    expect('value' in answer && answer.value.base64()).toBe('//4=');
    expect(await said(reader, 'ref://keystore/x')).toContain('is not JSON');
  });

  it.each([
    {uri: 'ref://tls/tls.crt', want: 'cert'},
    {uri: 'ref://tls/config.json.a', want: 'x'},
    {uri: 'ref://tls', want: expect.stringContaining('its key store.jks is not UTF-8 text')},
    {
      uri: 'ref://tls/none',
      want: expect.stringContaining(
        'it has no key none (secret store vault) — Use one of: config.json, store.jks, tls.crt',
      ),
    },
  ])('a binary secret can be one of several keys: $uri', async ({uri, want}) => {
    const fields = new Map([
      ['tls.crt', new Secret('cert')],
      ['config.json', new Secret('{"a":"x"}')],
      ['store.jks', new Secret(bytes)],
    ]);
    const {reader} = await world({workspace: `secretStore: {provider: {${VAULT}}}\n`, fetch: async () => ({fields})});
    expect(await said(reader, uri)).toEqual(want);
  });

  it.each([
    {name: 'the only key', fields: {a: 'x'}, want: 'x'},
    {name: 'all keys as JSON', fields: {a: 'x', b: 'y'}, want: '{"a":"x","b":"y"}'},
    {name: 'no key', fields: {}, want: 'the secret s: it is empty (secret store vault)'},
  ])('a Secret cannot be read as a whole: $name', async ({fields, want}) => {
    const map = new Map(Object.entries(fields).map(([key, text]) => [key, new Secret(text)] as const));
    const {reader} = await world({
      workspace: `secretStore: {provider: {${VAULT}}}\n`,
      fetch: async () => ({fields: map}),
    });
    expect(await said(reader, 'ref://s')).toBe(want);
  });
});

describe('the dependencies of a store', () => {
  it('a store can use a secret of another store', async () => {
    const {reader, opened} = await world({
      workspace: `secretStore: {provider: {vault: {server: "https://vault.example", caFile: ca.pem, auth: {appRole: {roleId: plain, secretId: "ref://env@SECRET_ID"}}}}}\nsecretStores: {env: {provider: {env: {}}}}\n`,
      env: {SECRET_ID: 's-1'},
    });
    expect(await said(reader, 'ref://db/user')).toBe('app');
    const [config] = opened.filter(({kind}) => kind === 'vault');
    if (config?.kind !== 'vault' || config.auth.method !== 'appRole') throw new Error('no login');
    expect(config.auth.secretId.reveal()).toBe('s-1');
    expect(config.caFile).toMatch(/\/project\/workspaces\/ca\.pem$/);
    expect(JSON.stringify(config)).not.toContain('s-1');
  });

  it.each([
    {
      name: 'itself',
      workspace: 'secretStore: {provider: {vault: {server: "https://vault.example", auth: {token: "ref://token"}}}}\n',
      says: /the secret store of prod depends on itself: the secret store of prod → the secret store of prod/,
    },
    {
      name: 'one that needs it',
      workspace:
        'secretStore: {provider: {vault: {server: "https://v.example", auth: {token: "ref://b@token"}}}}\nsecretStores: {b: {provider: {vault: {server: "https://w.example", auth: {token: "ref://default@token"}}}}}\n',
      says: /the secret store of prod → the secret store b of prod → the secret store of prod/,
    },
  ])('a store cannot depend on $name', async ({workspace, says}) => {
    const {reader} = await world({workspace});
    expect(await said(reader, 'ref://db/user')).toMatch(says);
  });

  it('two stores that wait for each other cause an error', async () => {
    const {reader} = await world({
      workspace:
        'secretStores: {a: {provider: {vault: {server: "https://v.example", auth: {token: "ref://b@token"}}}}, b: {provider: {vault: {server: "https://w.example", auth: {token: "ref://a@token"}}}}}\n',
    });
    const answers = await Promise.all([said(reader, 'ref://a@x'), said(reader, 'ref://b@x')]);
    expect(answers.join('\n')).toContain('depends on itself');
  });

  it('a store gets the provider keys of the workspace, except those in the store itself', async () => {
    const {reader, environments} = await world({
      workspace:
        'context: {AWS_ACCESS_KEY_ID: "ref://env@ID", AWS_SECRET_ACCESS_KEY: "ref://env@KEY", ARM_CLIENT_SECRET: "ref://arm"}\nsecretStore: {provider: {aws: {region: eu-west-1}}}\nsecretStores: {env: {provider: {env: {}}}}\n',
      env: {ID: 'AKIA1', KEY: 'k-1', AWS_SESSION_TOKEN: 'of another identity'},
    });
    expect(await said(reader, 'ref://db/user')).toBe('app');
    const environment = environments.find(({set}) => set.size > 0);
    expect([...(environment?.set ?? [])].map(([name, secret]) => [name, secret.reveal()])).toEqual([
      ['AWS_ACCESS_KEY_ID', 'AKIA1'],
      ['AWS_SECRET_ACCESS_KEY', 'k-1'],
    ]);
    expect(environment?.unset).toContain('AWS_SESSION_TOKEN');
  });

  it('a store runs a program only with the trust of the workspace', async () => {
    const exec =
      'secretStore: {provider: {exec: {command: [./get, all], env: {A: "ref://env@A"}}}}\nsecretStores: {env: {provider: {env: {}}}}\n';
    const refused = await world({workspace: exec});
    expect(await said(refused.reader, 'ref://a/user')).toBe(
      'the secret store of prod: it runs the program ./get, which the workspace does not trust — Add to prod: trust: {programs: ["./get"]}',
    );
    expect(refused.opened).toEqual([]);
    const trusted = await world({workspace: `${exec}trust: {programs: [./get]}\n`, env: {A: 'a-1'}});
    expect(await said(trusted.reader, 'ref://a/user')).toBe('app');
    expect(trusted.opened.find(({kind}) => kind === 'exec')).toMatchObject({
      command: [trusted.path('project/workspaces/get'), 'all'],
      directory: trusted.path('project/workspaces'),
      timeoutSeconds: 30,
    });
  });

  it('a store uses the cluster of its own workspace, or of another one', async () => {
    const {reader, opened} = await world({
      workspace:
        'context: {kubeconfig_path: prod.conf}\nsecretStores: {own: {provider: {kubernetes: {namespace: apps}}}, other: {provider: {kubernetes: {namespace: vaults, workspace: management}}}}\n',
      others: {
        management:
          'context: {kubeconfig_content: "{apiVersion: v1, kind: Config, clusters: [], contexts: [], users: []}"}\n',
      },
    });
    expect(await said(reader, 'ref://other@db/user')).toBe('app');
    expect(opened).toMatchObject([{kind: 'kubernetes', namespace: 'vaults', kubeconfig: {workspace: 'management'}}]);
    await expect(reader.read('ref://own@db/user')).rejects.toThrow(/kubeconfig/);
  });

  it('a store with an unset variable in its path is refused', async () => {
    const {reader} = await world({workspace: 'secretStore: {provider: {file: {path: $NOT_SET/secrets}}}\n'});
    expect(await said(reader, 'ref://a')).toContain('NOT_SET is not set');
  });
});
