import {generateKeyPairSync} from 'node:crypto';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it, onTestFinished, vi} from 'vitest';
import {isObject, type JsonObject} from '../../src/core/json.ts';
import {everythingWritten, leaks, plainCanary} from '../rig/canaries.ts';
import {azureDouble, MSI, MSI_SECRET} from '../rig/doubles/azure.ts';
import {gcpDouble} from '../rig/doubles/gcp.ts';
import type {HttpDouble} from '../rig/doubles/http-double.ts';
import {vaultDouble} from '../rig/doubles/vault.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

type Refused = {readonly error: {readonly code: string; readonly message: string; readonly hint?: string}};
type Env = Readonly<Record<string, string>>;

/** A key service with two keys. */
type Service = {
  readonly double: HttpDouble;
  /** The way to open a backend, with a key of the service. */
  readonly way: (key: 'shop' | 'other') => JsonObject;
  readonly env: Env;
  /** Takes the permission to use the key from the user. */
  readonly deny: () => void;
  /** Reports whether a request decrypts a data key. */
  readonly decrypts: (path: string) => boolean;
};

const PLAIN = {tls: false};

async function vault(): Promise<Service> {
  const double = await vaultDouble(PLAIN);
  double.engines.set('transit', {type: 'transit', keys: {shop: {name: 'shop'}, other: {name: 'other'}}});
  double.tokens.set('canary-of-vault', ['']);
  return {
    double,
    way: (key) => ({vault: {server: double.url, key}}),
    env: {VAULT_TOKEN: 'canary-of-vault'},
    deny: () => void double.tokens.set('canary-of-vault', ['secret/']),
    decrypts: (path) => path.includes('/decrypt/'),
  };
}

async function gcp(): Promise<Service> {
  const double = await gcpDouble(PLAIN);
  const nameOf = (key: string): string => `projects/my-project/locations/global/keyRings/ring/cryptoKeys/${key}`;
  for (const name of ['shop', 'other']) double.keys.set(nameOf(name), {name});
  double.tokens.add('canary-of-google');
  return {
    double,
    way: (key) => ({gcpKms: {key: nameOf(key), endpoint: double.url}}),
    env: {GOOGLE_OAUTH_ACCESS_TOKEN: 'canary-of-google'},
    deny: () => void double.keys.set(nameOf('shop'), {name: 'shop', use: 'denied'}),
    decrypts: (path) => path.endsWith(':decrypt'),
  };
}

const rsa = () => {
  const {privateKey} = generateKeyPairSync('rsa', {modulusLength: 2048});
  return {kty: 'RSA', pem: privateKey.export({format: 'pem', type: 'pkcs8'})};
};

async function azure(): Promise<Service> {
  const double = await azureDouble(PLAIN);
  const shop = rsa();
  double.keys.set('shop', shop);
  double.keys.set('other', rsa());
  // Microsoft's library reads the place of the machine's identity from the process.
  vi.stubEnv('IDENTITY_ENDPOINT', double.url + MSI);
  vi.stubEnv('IDENTITY_HEADER', MSI_SECRET);
  onTestFinished(() => void vi.unstubAllEnvs());
  return {
    double,
    way: (key) => ({azureKeyVault: {vaultUrl: double.url, key}}),
    env: {ARM_USE_MSI: 'true'},
    deny: () => void double.keys.set('shop', {...shop, denied: true}),
    decrypts: (path) => path.endsWith('/unwrapkey'),
  };
}

const secret = (password: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 'web'},
  stringData: {password},
});

onCluster('a backend that is sealed by a key service', (cluster) => {
  const {kubeconfigPath} = cluster;

  async function place(start: () => Promise<Service>) {
    const service = await start();
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace});
    const seal = async (...ways: readonly JsonObject[]) => {
      await mkdir(join(stack.home, '.gantry'), {recursive: true});
      const encryption: JsonObject = Object.assign({}, ...ways);
      const backends = {state: {local: {path: join(stack.dir, 'state')}, encryption}};
      await writeFile(join(stack.home, '.gantry', 'config.yaml'), JSON.stringify({backends, backend: 'state'}));
    };
    const password = async (): Promise<string> => {
      const live = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'web'});
      const data = live?.['data'];
      return Buffer.from(String(isObject(data) ? data['password'] : ''), 'base64').toString();
    };
    const {asked} = service.double;
    /** Runs the command, and returns how often the service decrypted for it. */
    const decryptions = async (stack: Stack, args: readonly string[], env: Env): Promise<number> => {
      const before = asked.length;
      const ran = await stack.gantry(args, {env});
      expect(ran, `${args.join(' ')}\n${ran.stderr}`).toMatchObject({code: 0});
      return asked.slice(before).filter(({path}) => service.decrypts(path)).length;
    };
    return {...service, stack, seal, password, decryptions, state: join(stack.dir, 'state')};
  }

  const SERVICES = [
    {name: 'Vault transit', start: vault},
    {name: 'Google Cloud KMS', start: gcp},
    {name: 'Azure Key Vault', start: azure},
  ];

  it.each(SERVICES)(
    '$name decrypts once in a run, a rollback restores a secret, and rekeys change to age and back',
    async ({start}) => {
      const {stack, seal, way, env, password, decryptions, state} = await place(start);
      const anna = await ageIdentity();
      const [first, second] = [plainCanary('first'), plainCanary('second')];
      const byAge = {GANTRY_AGE_KEY: anna.key};
      const age = {age: {recipients: [anna.recipient]}};
      const write = (value: string) => stack.write({'manifests/secret.yaml': secret(value)});

      await seal(way('shop'));
      await write(first);
      expect(await decryptions(stack, ['apply', '--yes'], env)).toBe(1);
      await write(second);
      for (const command of ['preview', 'apply --yes', 'release rollback --to 1 --yes', 'release verify'])
        expect(await decryptions(stack, command.split(' '), env), command).toBe(1);
      expect(await password()).toBe(first);

      // To another key of the service: by a second way, because a service can be declared once.
      for (const ways of [[way('shop'), age], [age], [way('other'), age], [way('other')]]) {
        await seal(...ways);
        const rekeyed = await stack.json(['backend', 'rekey', '--yes'], {env: {...env, ...byAge}});
        expect(rekeyed, rekeyed.stderr).toMatchObject({code: 0, document: {kind: 'rekeyed', waiting: []}});
      }
      expect(await decryptions(stack, ['release', 'rollback', '--to', '2', '--yes'], env)).toBe(1);
      expect(await password()).toBe(second);
      const refused = await stack.json<Refused>(['preview'], {env: byAge});
      expect(refused).toMatchObject({code: 4, document: {error: {code: 'backend/sealed'}}});
      for (const [file, text] of await everythingWritten(state))
        expect(leaks(text, {first, second, anna: anna.key, ...env}), file).toEqual([]);
    },
  );

  it.each(SERVICES)('nothing is written where $name is away, or denies access, or has another key', async ({start}) => {
    const {double, stack, seal, way, env, deny, decrypts, state} = await place(start);
    await seal(way('shop'));
    await stack.write({'manifests/secret.yaml': secret(plainCanary('first'))});
    const applied = await stack.gantry(['apply', '--yes'], {env});
    expect(applied, applied.stderr).toMatchObject({code: 0});
    const before = [...(await everythingWritten(state))];
    await stack.write({'manifests/secret.yaml': secret(plainCanary('second'))});

    const refusesAll = async (says: RegExp, used: Env = env) => {
      for (const command of ['preview', 'apply --yes', 'release rollback --to 1 --yes', 'backend rekey --yes']) {
        const asked = double.asked.length;
        const refused = await stack.json<Refused>(command.split(' '), {env: used});
        expect(refused, `${command}\n${refused.stdout}`).toMatchObject({
          code: 4,
          document: {error: {code: 'backend/sealed'}},
        });
        expect(double.asked.slice(asked).filter(({path}) => decrypts(path)).length, command).toBeLessThanOrEqual(1);
        expect(refused.document.error.message, command).toMatch(says);
        expect(refused.stdout + refused.stderr, command).not.toContain('canary');
      }
      expect([...(await everythingWritten(state))]).toEqual(before);
    };
    await seal(way('other'));
    await refusesAll(/other/);
    await seal(way('shop'));
    double.interfere = () => 'cut';
    await refusesAll(/no response|not reached/);
    double.interfere = undefined;
    deny();
    await refusesAll(/denie[ds]/);
    await seal({passphrase: {}});
    await refusesAll(/does not declare/, {GANTRY_BACKEND_PASSPHRASE: 'not-secret-at-all'});
  });

  it.each(SERVICES)('a new backend gets no key from $name while it is away', async ({start}) => {
    const {double, stack, seal, way, env, state} = await place(start);
    await seal(way('shop'));
    double.interfere = () => 'cut';
    await stack.write({'manifests/secret.yaml': secret(plainCanary('first'))});
    const refused = await stack.json<Refused>(['apply', '--yes'], {env});
    expect(refused).toMatchObject({code: 4, document: {error: {code: 'backend/sealed'}}});
    expect([...(await everythingWritten(state).catch(() => new Map()))]).toEqual([]);
    double.interfere = undefined;
    const applied = await stack.gantry(['apply', '--yes'], {env});
    expect(applied, applied.stderr).toMatchObject({code: 0});
  });
});
