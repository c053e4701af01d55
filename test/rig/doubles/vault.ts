import {type DoubleKey, decrypt, encrypt} from './encrypt.ts';
import type {Answer, Asked, DoubleOptions, HttpDouble} from './http-double.ts';
import {httpDouble} from './http-double.ts';

/**
 * A double of Vault, written from its documentation: api-docs/index (errors, statuses), secret/kv/kv-v1, secret/kv/kv-v2,
 * secret/transit (encrypt, decrypt), auth/approle, auth/kubernetes, auth/jwt, auth/token (lookup-self), system/internal-ui-mounts.
 */
export type VaultDouble = HttpDouble & {
  readonly engines: Map<string, Engine>;
  /** What a token may read, by the beginning of the path. */
  readonly tokens: Map<string, readonly string[]>;
  /** By the path of the login: what it must be sent. */
  readonly logins: Map<string, Readonly<Record<string, string>>>;
  /** Namespaces other than the first one; then every path is asked for in it. */
  namespace: string | undefined;
};

export type Engine =
  | {readonly type: 'kv'; readonly version: 1; readonly secrets: Record<string, Fields>}
  | {readonly type: 'kv'; readonly version: 2; readonly secrets: Record<string, readonly Version[]>}
  | {readonly type: 'transit'; readonly keys: Record<string, DoubleKey>}
  | {readonly type: 'database'};

type Fields = Readonly<Record<string, unknown>>;

export type Version = {readonly data: Fields; readonly deleted?: string; readonly destroyed?: true};

export async function vaultDouble(options: DoubleOptions = {}): Promise<VaultDouble> {
  let logins = 0;
  const double: VaultDouble = Object.assign(await httpDouble((asked) => answer(asked), options), {
    engines: new Map<string, Engine>(),
    tokens: new Map<string, readonly string[]>(),
    logins: new Map<string, Readonly<Record<string, string>>>(),
    namespace: undefined,
  });
  const logIn = (path: string, body: string): Answer => {
    const wanted = double.logins.get(path);
    if (!path.endsWith('/login')) return errors(405, 'unsupported operation');
    if (wanted === undefined) return errors(404, `no handler for route "${path}". route entry not found.`);
    const sent = JSON.parse(body) as Readonly<Record<string, string>>;
    if (JSON.stringify(sent) !== JSON.stringify(wanted)) return errors(400, 'invalid role or secret ID');
    const token = `hvs.login-${++logins}`;
    double.tokens.set(token, ['']);
    return {status: 200, body: {...ENVELOPE, auth: {...AUTH, client_token: token}}};
  };
  const answer = (asked: Asked): Answer => {
    const path = decodeURIComponent(asked.path).replace(/^\/v1\//, '');
    const {namespace} = double;
    if (namespace !== undefined && asked.headers['x-vault-namespace'] !== namespace) return errors(403, DENIED);
    const may = double.tokens.get(String(asked.headers['x-vault-token']));
    const transit = transitAt(double.engines, path);
    if (asked.method === 'POST' && transit !== undefined) {
      if (!may?.some((start) => path.startsWith(start))) return errors(403, DENIED);
      return useTransit(transit, JSON.parse(asked.body) as Readonly<Record<string, string>>);
    }
    if (asked.method === 'POST') return logIn(path, asked.body);
    if (may === undefined) return errors(403, '2 errors occurred:\n\t* permission denied\n\t* invalid token\n\n');
    if (path === 'auth/token/lookup-self') return ok({id: '…', policies: ['default'], ttl: 3600, type: 'service'});
    const mounts = /^sys\/internal\/ui\/mounts\/(.+)$/.exec(path)?.[1];
    if (mounts !== undefined) return mountOf(double.engines, mounts);
    if (!may.some((start) => path.startsWith(start))) return errors(403, DENIED);
    return read(double.engines, path, asked.query.get('version'));
  };
  return double;
}

type Transit = {readonly keys: Record<string, DoubleKey>; readonly action: string; readonly name: string};

function transitAt(engines: VaultDouble['engines'], path: string): Transit | undefined {
  for (const [mount, engine] of engines) {
    const [, action, name] = /^(encrypt|decrypt)\/([\w.-]+)$/.exec(path.slice(mount.length + 1)) ?? [];
    if (engine.type === 'transit' && path.startsWith(`${mount}/`) && action !== undefined && name !== undefined)
      return {keys: engine.keys, action, name};
  }
  return undefined;
}

/** As Vault does with a permission to update alone: no key is made by an encryption. */
function useTransit({keys, action, name}: Transit, sent: Readonly<Record<string, string>>): Answer {
  const key = keys[name];
  if (key === undefined) return errors(400, 'encryption key not found');
  if (action === 'encrypt') {
    const sealed = encrypt(key, Buffer.from(sent['plaintext'] ?? '', 'base64'));
    return ok({ciphertext: `vault:v1:${sealed.toString('base64')}`, key_version: 1});
  }
  const [, text] = /^vault:v1:(.*)$/.exec(sent['ciphertext'] ?? '') ?? [];
  if (text === undefined) return errors(400, 'invalid ciphertext: no prefix');
  const plain = decrypt(key, Buffer.from(text, 'base64'));
  return plain === undefined
    ? errors(400, 'cipher: message authentication failed')
    : ok({plaintext: plain.toString('base64')});
}

const DENIED = '1 error occurred:\n\t* permission denied\n\n';

const ENVELOPE = {
  request_id: '9a7b1c2d-0000-4000-8000-000000000000',
  lease_id: '',
  renewable: false,
  lease_duration: 0,
  data: null as unknown,
  wrap_info: null,
  warnings: null as readonly string[] | null,
  auth: null as unknown,
};

const AUTH = {
  accessor: 'afa306d0-be3d-c8d2-b0d7-2676e1c0d9b4',
  policies: ['default'],
  metadata: {role_name: 'deploy'},
  lease_duration: 2_764_800,
  renewable: true,
};

const errors = (status: number, ...texts: readonly string[]): Answer => ({status, body: {errors: texts}});
const ok = (data: unknown): Answer => ({status: 200, body: {...ENVELOPE, data}});

function mountOf(engines: VaultDouble['engines'], path: string): Answer {
  const found = [...engines].find(([mount]) => path === mount || path.startsWith(`${mount}/`));
  if (found === undefined) return errors(403, 'preflight capability check returned 403');
  const [mount, engine] = found;
  const options = engine.type === 'kv' ? {version: String(engine.version)} : null;
  return ok({path: `${mount}/`, type: engine.type, options});
}

function read(engines: VaultDouble['engines'], path: string, version: string | null): Answer {
  const found = [...engines].find(([mount]) => path.startsWith(`${mount}/`));
  if (found === undefined) return errors(404, `no handler for route "${path}". route entry not found.`);
  const [mount, engine] = found;
  const below = path.slice(mount.length + 1);
  if (engine.type !== 'kv') return errors(404, `1 error occurred:\n\t* unsupported path\n\n`);
  if (engine.version === 1) {
    const data = engine.secrets[below];
    return data === undefined ? errors(404) : ok(data);
  }
  if (!below.startsWith('data/'))
    return {
      status: 404,
      body: {
        ...ENVELOPE,
        warnings: [
          "Invalid path for a versioned K/V secrets engine. See the API docs for the appropriate API endpoints to use. If using the Vault CLI, use 'vault kv get' for this operation.",
        ],
      },
    };
  return readVersion(engine.secrets[below.slice('data/'.length)] ?? [], version);
}

function readVersion(versions: readonly Version[], wanted: string | null): Answer {
  const number = wanted === null || wanted === '0' ? versions.length : Number(wanted);
  const found = versions[number - 1];
  if (found === undefined) return errors(404);
  const {data, deleted = '', destroyed = false} = found;
  const metadata = {
    created_time: '2018-03-22T02:24:06.945319214Z',
    custom_metadata: null,
    deletion_time: deleted,
    destroyed,
    version: number,
  };
  const gone = deleted !== '' || destroyed;
  return {status: gone ? 404 : 200, body: {...ENVELOPE, data: {data: gone ? null : data, metadata}}};
}
