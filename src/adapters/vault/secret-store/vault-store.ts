import {isObject, type JsonObject} from '../../../core/json.ts';
import {Secret} from '../../../core/secret/secret.ts';
import type {NamedSecret, NoSecret, SecretReading, SecretStore} from '../../../ports/secret-store.ts';
import {type AskVault, askVault, type VaultAnswer, type VaultDeps} from '../login/vault-client.ts';
import {type VaultSession, vaultSession} from '../login/vault-login.ts';
import {goneVersion, saysAny, statusProblem} from '../login/vault-problem.ts';
import type {VaultConfig} from './vault-config.ts';

/** Opens the secrets of the KV engine of HashiCorp Vault or OpenBao. */
export function vaultStore(config: VaultConfig, deps: VaultDeps): SecretStore {
  const ask = askVault(config, deps);
  const mount = config.path.split('/').filter(Boolean);
  let engine: ReturnType<AskVault> | undefined;
  const place: Place = {
    config,
    mount,
    ask,
    // The wrong API version also finds nothing. Vault's own CLI sends this request, too.
    engine: (token) => (engine ??= ask({path: ['sys', 'internal', 'ui', 'mounts', ...mount], token})),
    session: vaultSession(config, ask, deps.env),
  };
  return {
    name: `vault (${config.server}, ${place.mount.join('/')})`,
    first: 'property',
    fetch: async (secret) => badName(secret, config) ?? fetchSecret(place, secret),
  };
}

type Place = {
  readonly config: VaultConfig;
  readonly mount: readonly string[];
  readonly ask: AskVault;
  /** Returns the mounted engine. Requested once, and only if a secret was not found. */
  readonly engine: (token: string) => ReturnType<AskVault>;
  readonly session: VaultSession;
};

function badName({name, version}: NamedSecret, config: VaultConfig): NoSecret | undefined {
  if (name.some((segment) => /^\.\.?$/.test(segment))) return {because: 'a secret in Vault cannot be named . or ..'};
  if (name.at(-1)?.endsWith('.')) return {because: 'a path in Vault cannot end with a dot', absent: true};
  if (version === undefined) return undefined;
  if (config.version === 'v1')
    return {
      because: 'version 1 of the KV engine does not store versions',
      hint: 'Omit ?version=, or set `version: v2` in the secret store if the engine has that version.',
    };
  if (/^[1-9]\d*$/.test(version)) return undefined;
  return {because: `${version} is not a valid version of a secret in Vault`, hint: 'Use a number: ?version=3.'};
}

async function fetchSecret(place: Place, secret: NamedSecret, again = true): Promise<SecretReading> {
  const login = await place.session.token();
  if ('because' in login) return login;
  const {config, mount, ask} = place;
  const token = login.token.reveal();
  const path = [...mount, ...(config.version === 'v2' ? ['data'] : []), ...secret.name];
  const query = secret.version === undefined ? '' : `?version=${secret.version}`;
  const answer = await ask({path, query, token});
  if ('because' in answer) return answer;
  if (answer.status !== 403) return readingOf(place, {secret, answer, token});
  const self = await ask({path: ['auth', 'token', 'lookup-self'], token});
  if ('because' in self) return self;
  const dead = self.status === 403;
  if (dead && login.again && again) {
    place.session.drop(login);
    return fetchSecret(place, secret, false);
  }
  return dead ? DEAD_TOKEN : forbidden(path.join('/'));
}

const DEAD_TOKEN: NoSecret = {
  fault: 'denied',
  because: 'Vault rejects the token (HTTP 403): it has expired, was revoked, or belongs to another Vault or namespace',
  hint: 'Log in again (`vault login`), or check `namespace` of the secret store.',
};

const forbidden = (path: string): NoSecret => ({
  fault: 'denied',
  because: `the token has no permission to read ${path} in Vault (HTTP 403)`,
  hint: `Add a policy with the capability read for ${path} to the token.`,
  // Vault gives the same response for a missing secret, so the other meaning of the reference is tried.
  absent: true,
});

type Answered = {readonly secret: NamedSecret; readonly answer: VaultAnswer; readonly token: string};

async function readingOf(place: Place, answered: Answered): Promise<SecretReading> {
  const {secret, answer} = answered;
  const what = `the secret ${secret.name.join('/')}`;
  if (answer.status === 404) return missing(place, answered, what);
  if (answer.status !== 200) return statusProblem(answer, `for ${what}`);
  const {data} = answer.body;
  if (!isObject(data)) return {because: `Vault has no data in ${what}`};
  if (place.config.version === 'v1') return fieldsOf(data);
  if (!isObject(data['metadata'])) return wrongVersion(place, 'v1');
  const inner = data['data'];
  if (isObject(inner)) return fieldsOf(inner);
  return goneVersion(answer.body, what) ?? {because: `Vault has no data in ${what}`};
}

async function missing(place: Place, {secret, answer, token}: Answered, what: string): Promise<NoSecret> {
  const {config, mount} = place;
  const gone = goneVersion(answer.body, what);
  if (gone !== undefined) return gone;
  if (saysAny(answer.body, 'versioned K/V')) return wrongVersion(place, 'v2');
  if (saysAny(answer.body, 'no handler for route')) return noEngine(place);
  const engine = await place.engine(token);
  const found = 'because' in engine || engine.status !== 200 ? undefined : engine.body['data'];
  if (isObject(found)) {
    if (found['type'] !== 'kv' && found['type'] !== 'generic') return noEngine(place);
    const options = found['options'];
    const version = isObject(options) && options['version'] === '2' ? 'v2' : 'v1';
    if (version !== config.version) return wrongVersion(place, version);
  }
  const version = secret.version === undefined ? '' : `version ${secret.version} of the `;
  return {because: `the ${version}secret ${secret.name.join('/')} does not exist in ${mount.join('/')}`, absent: true};
}

const wrongVersion = ({mount, config}: Place, version: 'v1' | 'v2'): NoSecret => ({
  because: `the KV engine at ${mount.join('/')} has version ${version}, but the secret store sets ${config.version}`,
  hint: `Set \`version: ${version}\` in the secret store.`,
});

const noEngine = ({mount}: Place): NoSecret => ({
  because: `Vault has no KV engine at ${mount.join('/')}`,
  hint: 'Set `path` of the secret store to the mount path of the engine: see `vault secrets list`.',
});

/** Returns texts by their keys. A map with other values is returned as JSON. */
function fieldsOf(data: JsonObject): SecretReading {
  const entries = Object.entries(data);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined && typeof only[1] !== 'object')
    return {fields: new Map([[only[0], new Secret(String(only[1]))]])};
  if (entries.every((entry): entry is [string, string] => typeof entry[1] === 'string'))
    return {fields: new Map(entries.map(([key, value]) => [key, new Secret(value)]))};
  return {value: new Secret(JSON.stringify(data))};
}
