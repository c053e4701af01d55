import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {vaultStore} from '../../src/adapters/vault/secret-store/vault-store.ts';
import {Secret} from '../../src/core/secret/secret.ts';
import {faultOf, type SecretFault} from '../../src/core/secret/secret-fault.ts';
import {httpsRequest} from '../../src/lib/https-request.ts';
import type {NamedSecret, NoSecret, SecretReading, SecretStore} from '../../src/ports/secret-store.ts';
import type {SecretStoreConfig} from '../../src/registry/secret-stores.ts';
import {createAuthority} from '../controlplane/certificate.ts';
import {leaks, plainCanary} from '../rig/canaries.ts';
import {type Answer, page} from '../rig/doubles/http-double.ts';
import {type VaultDouble, vaultDouble} from '../rig/doubles/vault.ts';
import {readSecret, textOf} from '../rig/read-secret.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {mapStoreContract} from './map-store.ts';

type Config = Extract<SecretStoreConfig, {kind: 'vault'}>;

const TOKEN = plainCanary('vault-token');
const VALUE = plainCanary('value');

async function open(
  double: VaultDouble,
  config: Partial<Config> = {},
  env: Readonly<Record<string, string>> = {VAULT_TOKEN: TOKEN},
): Promise<SecretStore> {
  const caFile = join(await scratchDirectory(), 'ca.pem');
  await writeFile(caFile, double.ca);
  double.tokens.set(TOKEN, ['']);
  const usual: Config = {
    kind: 'vault',
    server: double.url,
    path: 'secret',
    version: 'v2',
    caFile,
    auth: {method: 'environment'},
  };
  return vaultStore({...usual, ...config}, {env});
}

/** An engine of this version that keeps these secrets. */
async function keeping(version: 1 | 2, secrets: Readonly<Record<string, Readonly<Record<string, unknown>>>>) {
  const double = await vaultDouble();
  const versions = Object.fromEntries(Object.entries(secrets).map(([name, data]) => [name, [{data}]]));
  double.engines.set(
    'secret',
    version === 1 ? {type: 'kv', version, secrets} : {type: 'kv', version, secrets: versions},
  );
  return double;
}

const fetchOf = (store: SecretStore, name: string, version?: string): Promise<SecretReading> =>
  store.fetch({name: name.split('/'), ...(version === undefined ? {} : {version})} satisfies NamedSecret);

describe.each([1, 2] as const)('the secret store vault (a double, KV v%i)', (version) => {
  const config = {version: `v${version}`} as const;
  it.each([
    {title: 'a key', uri: 'ref://app/db/password', data: {user: 'app', password: 'p'}, want: 'p'},
    {title: 'a number as text', uri: 'ref://app/db/port', data: {user: 'app', port: 5432}, want: '5432'},
    {title: 'a path below a key', uri: 'ref://app/db/a.b', data: {a: {b: 'x'}}, want: 'x'},
    {
      title: 'a key with a dot in preference to a path',
      uri: 'ref://app/db/a.b',
      data: {'a.b': 'y', a: {b: 'x'}},
      want: 'y',
    },
    {title: 'a property of a key that is JSON', uri: 'ref://app/db/cfg.a', data: {cfg: '{"a":"x"}', b: ''}, want: 'x'},
    {title: 'the only value as a whole', uri: 'ref://db', data: {any: ' a\nb "é" '}, want: ' a\nb "é" '},
    {title: 'several values as JSON', uri: 'ref://db', data: {a: '1', b: '2'}, want: '{"a":"1","b":"2"}'},
    {title: 'other values as the JSON they are', uri: 'ref://db', data: {a: 1, b: [2]}, want: '{"a":1,"b":[2]}'},
  ])('Vault returns $title', async ({uri, data, want}) => {
    const double = await keeping(version, {'app/db': data, db: data});
    expect(await textOf(await open(double, config), uri)).toBe(want);
    const name = uri.startsWith('ref://app/') ? 'app/db' : 'db';
    expect(double.asked.map(({path}) => path)).toEqual([`/v1/secret/${version === 2 ? 'data/' : ''}${name}`]);
  });

  it.each([
    {title: 'an unknown name', uri: 'ref://other', says: 'the secret other does not exist in secret'},
    {title: 'a missing key', uri: 'ref://db/nope', says: 'the secret db: it has no key nope'},
    {title: 'an empty key', uri: 'ref://db/empty', says: 'its key empty is empty'},
    {title: 'a secret without keys', uri: 'ref://bare', says: 'it is empty'},
    {title: 'a path out of the engine', uri: 'ref://../sys/seal', says: 'cannot be named . or ..'},
    {title: 'a map where a value belongs', uri: 'ref://deep/a', says: 'is a map'},
  ])('$title is reported without the values', async ({uri, says}) => {
    const double = await keeping(version, {
      db: {password: VALUE, empty: ''},
      bare: {},
      deep: {a: {b: VALUE}, c: VALUE},
    });
    const answer = await readSecret(await open(double, config), uri);
    expect(answer).toEqual(expect.objectContaining({because: expect.stringContaining(says)}));
    expect(leaks(JSON.stringify(answer), {TOKEN, VALUE})).toEqual([]);
  });

  mapStoreContract(`vault (a double, KV v${version})`, async (secrets) =>
    open(await keeping(version, secrets), config),
  );
});

describe('requests to Vault (a double)', () => {
  it('a request to Vault has the form of its documentation', async () => {
    const double = await keeping(2, {'my secret': {a: 'x'}});
    await fetchOf(await open(double, {namespace: 'team/a'}), 'my secret', '1');
    const [asked] = double.asked;
    expect(asked).toMatchObject({method: 'GET', path: '/v1/secret/data/my%20secret', body: ''});
    expect(asked?.query.get('version')).toBe('1');
    expect(asked?.headers).toMatchObject({
      'x-vault-token': TOKEN,
      'x-vault-namespace': 'team/a',
      'x-vault-request': 'true',
    });
  });

  it('the double of Vault responds with the fields of the documentation', async () => {
    const double = await keeping(2, {db: {foo: 'bar'}});
    double.tokens.set(TOKEN, ['']);
    const get = async (path: string) => {
      const headers = {'x-vault-token': TOKEN};
      const answer = await httpsRequest({url: `${double.url}/v1/${path}`, headers, ca: double.ca, ...BOUNDS});
      return JSON.parse(answer.body.toString('utf8'));
    };
    expect(await get('secret/data/db')).toMatchObject({
      data: {
        data: {foo: 'bar'},
        metadata: {
          created_time: expect.any(String),
          custom_metadata: null,
          deletion_time: '',
          destroyed: false,
          version: 1,
        },
      },
      warnings: null,
    });
    expect(await get('secret/data/none')).toEqual({errors: []});
    expect(await get('sys/internal/ui/mounts/secret')).toMatchObject({data: {type: 'kv', options: {version: '2'}}});
  });

  it.each([
    {title: 'the newest version', version: undefined, want: 'third'},
    {title: 'the requested version', version: '1', want: 'first'},
  ])('Vault returns $title of several', async ({version, want}) => {
    const double = await keeping(2, {});
    const secrets = {db: [{data: {v: 'first'}}, {data: {v: 'second'}, destroyed: true}, {data: {v: 'third'}}] as const};
    double.engines.set('secret', {type: 'kv', version: 2, secrets});
    const query = version === undefined ? '' : `?version=${version}`;
    expect(await textOf(await open(double), `ref://db/v${query}`)).toBe(want);
  });

  it.each([
    {
      title: 'a deleted version',
      gone: {deleted: '2026-01-02T03:04:05.6Z'},
      says: 'version 1 of the secret db was deleted at 2026-01-02T03:04:05.6Z',
    },
    {title: 'a destroyed version', gone: {destroyed: true} as const, says: 'version 1 of the secret db was destroyed'},
  ])('$title is reported', async ({gone, says}) => {
    const double = await vaultDouble();
    double.engines.set('secret', {type: 'kv', version: 2, secrets: {db: [{data: {a: VALUE}, ...gone}, {data: {}}]}});
    expect(await textOf(await open(double), 'ref://db/a?version=1')).toContain(says);
  });

  it.each([
    {
      title: 'a missing version',
      uri: 'ref://db?version=7',
      says: 'the version 7 of the secret db does not exist',
    },
    {
      title: 'an invalid version',
      uri: 'ref://db?version=new',
      says: 'new is not a valid version of a secret in Vault',
    },
    {
      title: 'a version in a v1 engine',
      config: {version: 'v1'} as const,
      uri: 'ref://db?version=1',
      says: 'does not store versions',
    },
    {
      title: 'v1 configured for a v2 engine',
      config: {version: 'v1'} as const,
      uri: 'ref://db',
      says: 'has version v2, but',
    },
    {title: 'an unknown mount', config: {path: 'kv'}, uri: 'ref://db', says: 'Vault has no KV engine at kv'},
    {title: 'a database engine', config: {path: 'pg'}, uri: 'ref://db', says: 'Vault has no KV engine at pg'},
    {
      title: 'v2 configured for a v1 engine',
      config: {path: 'old'},
      uri: 'ref://db',
      says: 'KV engine at old has version v1',
    },
    {
      title: 'v2 configured for a v1 engine with secrets in data/',
      config: {path: 'old'},
      uri: 'ref://x',
      says: 'KV engine at old has version v1',
    },
  ])('$title is reported', async ({config, uri, says}) => {
    const double = await keeping(2, {db: {a: VALUE}});
    double.engines.set('pg', {type: 'database'});
    double.engines.set('old', {type: 'kv', version: 1, secrets: {'data/x': {a: VALUE}}});
    expect(await textOf(await open(double, config), uri)).toContain(says);
  });
});

const BOUNDS = {timeoutMs: 10_000, maxBytes: 100_000};

describe('the environment of Vault’s own tools (a double)', () => {
  it('variables of Vault set the certificates and the namespace that the secret store does not set', async () => {
    const double = await keeping(2, {db: {a: 'x'}});
    double.tokens.set(TOKEN, ['']);
    double.namespace = 'team/a';
    const file = join(await scratchDirectory(), 'ca.pem');
    await writeFile(file, double.ca);
    const config = {kind: 'vault', server: double.url, path: 'secret', version: 'v2'} as const;
    const env = {VAULT_TOKEN: TOKEN, VAULT_CACERT: file, VAULT_NAMESPACE: 'team/a'};
    const read = (more: {readonly namespace?: string}) =>
      textOf(vaultStore({...config, auth: {method: 'environment'}, ...more}, {env}), 'ref://db/a');
    expect(await read({})).toBe('x');
    expect(await read({namespace: 'team/b'})).toContain('belongs to another Vault or namespace');
  });
});

describe('the login to Vault (a double)', () => {
  const roleId = plainCanary('role');
  const secretId = plainCanary('secret-id');
  const jwt = plainCanary('jwt');
  const data = {db: {a: 'x'}};

  it('the token comes from the environment, otherwise from `vault login`', async () => {
    const double = await keeping(2, data);
    const home = await scratchDirectory();
    const none = await readSecret(await open(double, {}, {HOME: home}), 'ref://db/a');
    expect(none).toMatchObject({because: expect.stringContaining('VAULT_TOKEN is not set, and ')});
    await writeFile(join(home, '.vault-token'), `${TOKEN}\n`);
    expect(await textOf(await open(double, {}, {HOME: home}), 'ref://db/a')).toBe('x');
    const other = await open(double, {}, {HOME: home, VAULT_TOKEN: 'another'});
    expect(await textOf(other, 'ref://db/a')).toContain('Vault rejects the token');
  });

  it.each([
    {
      title: 'an AppRole',
      auth: {method: 'appRole', mount: 'approle', roleId: new Secret(roleId), secretId: new Secret(secretId)},
      path: 'auth/approle/login',
      sent: {role_id: roleId, secret_id: secretId},
    },
    {
      title: 'a JWT',
      auth: {method: 'jwt', mount: 'ci/jwt', role: 'deploy', token: new Secret(jwt)},
      path: 'auth/ci/jwt/login',
      sent: {role: 'deploy', jwt},
    },
  ] as const)('$title logs in once, and again after the token has expired', async (one) => {
    const double = await keeping(2, {...data, other: {a: 'y'}});
    double.logins.set(one.path, one.sent);
    const store = await open(double, {auth: one.auth}, {});
    expect(await Promise.all([textOf(store, 'ref://db/a'), textOf(store, 'ref://other/a')])).toEqual(['x', 'y']);
    const logins = () => double.asked.filter(({path}) => path.endsWith('/login')).length;
    expect(logins()).toBe(1);
    double.tokens.clear();
    expect(await Promise.all([textOf(store, 'ref://db/a'), textOf(store, 'ref://other/a')])).toEqual(['x', 'y']);
    expect(logins()).toBe(2);
  });

  it('a pod logs in with its service account token, which is read at each login', async () => {
    const double = await keeping(2, data);
    const tokenFile = join(await scratchDirectory(), 'token');
    const auth = {method: 'kubernetes', mount: 'kubernetes', role: 'gantry', tokenFile} as const;
    const store = await open(double, {auth}, {});
    expect(await textOf(store, 'ref://db/a')).toContain(`cannot be read: ${tokenFile}`);
    await writeFile(tokenFile, `${jwt}\n`);
    double.logins.set('auth/kubernetes/login', {role: 'gantry', jwt});
    expect(await textOf(store, 'ref://db/a')).toBe('x');
    const gone = await open(double, {auth: {method: 'kubernetes', mount: 'kubernetes', role: 'gantry'}}, {});
    expect(await readSecret(gone, 'ref://db/a')).toMatchObject({hint: expect.stringContaining('outside of a pod')});
  });

  it.each([
    {
      title: 'an invalid login',
      login: {role: 'other', jwt},
      says: 'Vault refuses the login at auth/jwt/login (HTTP 400)',
      fault: 'denied',
    },
    {title: 'a missing auth method', login: undefined, says: 'Vault has no auth method at auth/jwt/login'},
  ])('$title is refused without the token', async ({login, says, fault}) => {
    const double = await keeping(2, data);
    if (login !== undefined) double.logins.set('auth/jwt/login', login);
    const auth = {method: 'jwt', mount: 'jwt', role: 'deploy', token: new Secret(jwt)} as const;
    const answer = await readSecret(await open(double, {auth}, {}), 'ref://db/a');
    expect(answer).toMatchObject({because: expect.stringContaining(says)});
    expect('because' in answer && answer.fault).toBe(fault);
    expect(leaks(JSON.stringify(answer), {jwt})).toEqual([]);
  });

  it('a login that requires a second factor is refused', async () => {
    const double = await keeping(2, data);
    const auth = {method: 'jwt', mount: 'jwt', role: 'deploy', token: new Secret(jwt)} as const;
    const mfa = {client_token: '', mfa_requirement: {mfa_request_id: 'x', mfa_constraints: {}}};
    double.interfere = ({path}) => (path.endsWith('/login') ? {status: 200, body: {auth: mfa}} : undefined);
    expect(await textOf(await open(double, {auth}, {}), 'ref://db/a')).toContain('requires a second factor');
  });

  it('a missing permission and an invalid token have different messages', async () => {
    const double = await keeping(2, {...data, hidden: {a: VALUE}});
    const store = await open(double);
    double.tokens.set(TOKEN, ['secret/data/db']);
    expect(await textOf(store, 'ref://db/a')).toBe('x');
    expect(await readSecret(store, 'ref://hidden')).toMatchObject({
      because: expect.stringContaining('the token has no permission to read secret/data/hidden in Vault (HTTP 403)'),
      hint: expect.stringContaining('capability read for secret/data/hidden'),
      fault: 'denied',
    });
  });
});

describe('problems with Vault (a double)', () => {
  const errors = (status: number, text: string): Answer => ({status, body: {errors: [`${text} ${VALUE} ${TOKEN}`]}});
  /** The expected faults. Without an entry, a transient problem is `unreachable`, and any other has no fault. */
  const faults: Readonly<Record<string, SecretFault>> = {
    'a sealed Vault': 'unreachable',
    'an uninitialized Vault': 'unreachable',
    'a replica': 'unreachable',
    'a performance standby': 'unreachable',
    'a standby': 'unreachable',
    'a page of a proxy': 'unreachable',
  };
  it.each([
    {name: 'a sealed Vault', answer: errors(503, 'Vault is sealed'), says: 'Vault is sealed', again: false},
    {name: 'maintenance', answer: errors(503, 'down'), says: 'not ready', again: true},
    {name: 'an uninitialized Vault', answer: errors(501, ''), says: 'not initialized', again: false},
    {name: 'a replica', answer: errors(472, ''), says: 'a replica', again: false},
    {name: 'a performance standby', answer: errors(473, ''), says: 'a replica', again: false},
    {name: 'an outdated replica', answer: errors(412, ''), says: 'newest data', again: true},
    {name: 'throttling', answer: errors(429, ''), says: 'too many requests', again: true},
    {name: 'an internal error', answer: errors(500, ''), says: 'HTTP 500', again: true},
    {name: 'an error of an upstream', answer: errors(502, ''), says: 'HTTP 502', again: true},
    {name: 'another error', answer: errors(400, ''), says: 'HTTP 400', again: false},
    {
      name: 'a standby',
      answer: {status: 307, body: {}, headers: {location: `https://active:8200/v1/${VALUE}`}},
      says: 'a standby that redirects to another server (active:8200)',
      again: false,
    },
    {name: 'a page of a proxy', answer: page(VALUE), says: 'not from Vault (HTTP 200, text/html)', again: false},
    {name: 'a page of a gateway', answer: {status: 504, body: VALUE}, says: 'not from Vault (HTTP 504', again: true},
    {name: 'an answer without data', answer: {status: 200, body: {data: null}}, says: 'has no data', again: false},
    {name: 'a cut connection', answer: 'cut', says: 'the connection was interrupted', again: true},
  ] as const)('$name is reported without the words of Vault', async ({name, answer, says, again}) => {
    const double = await keeping(2, {db: {a: 'x'}});
    double.interfere = () => answer;
    const reading = await fetchOf(await open(double), 'db');
    expect(reading).toMatchObject({because: expect.stringContaining(says)});
    expect(faultOf(reading as NoSecret)).toBe(faults[name] ?? (again ? 'unreachable' : undefined));
    expect((reading as NoSecret).transient ?? false).toBe(again);
    expect(leaks(JSON.stringify(reading), {TOKEN, VALUE})).toEqual([]);
  });

  it('a server with an untrusted certificate is reported', async () => {
    const double = await keeping(2, {db: {a: 'x'}});
    const caFile = join(await scratchDirectory(), 'other.pem');
    await writeFile(caFile, createAuthority().cert);
    expect(await fetchOf(await open(double, {caFile}), 'db')).toEqual({
      because: expect.stringContaining('authority that this machine does not trust'),
      fault: 'unreachable',
      hint: expect.stringContaining('`caFile` of the secret store, or VAULT_CACERT'),
    });
    await mkdir(join(caFile, '..', 'd'));
    expect(await fetchOf(await open(double, {caFile: join(caFile, '..', 'd')}), 'db')).toEqual({
      because: expect.stringContaining('the certificate file'),
    });
  });

  it('a transient problem is not reported: the request is repeated', async () => {
    const double = await keeping(2, {db: {a: 'x'}});
    const faults: (Answer | 'cut')[] = ['cut', errors(503, 'down')];
    double.interfere = () => faults.shift();
    expect(await textOf(await open(double), 'ref://db/a')).toBe('x');
    expect(faults).toEqual([]);
  });

  it('a silent server is reported as unreachable', async () => {
    const double = await keeping(2, {db: {a: 'x'}});
    double.interfere = () => 'silent';
    const http: typeof httpsRequest = (request) => httpsRequest({...request, timeoutMs: 200, ca: double.ca});
    const config = {kind: 'vault', server: double.url, path: 'secret', version: 'v2'} as const;
    const store = vaultStore({...config, auth: {method: 'token', token: new Secret(TOKEN)}}, {env: {}, http});
    expect(await fetchOf(store, 'db')).toEqual({
      because: expect.stringContaining('no complete response within'),
      fault: 'unreachable',
      transient: true,
    });
  });

  it('a cancelled run does not wait for Vault', async () => {
    const double = await keeping(2, {db: {a: 'x'}});
    const stop = new AbortController();
    double.interfere = () => {
      stop.abort(new Error('enough'));
      return 'silent';
    };
    const http: typeof httpsRequest = (request) => httpsRequest({...request, ca: double.ca});
    const config = {kind: 'vault', server: double.url, path: 'secret', version: 'v2'} as const;
    const auth = {method: 'token', token: new Secret(TOKEN)} as const;
    const store = vaultStore({...config, auth}, {env: {}, http, signal: stop.signal});
    await expect(fetchOf(store, 'db')).rejects.toThrow('enough');
  });
});
