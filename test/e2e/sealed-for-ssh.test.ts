import {readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {isObject, type JsonObject} from '../../src/core/json.ts';
import {everythingWritten, leaks, plainCanary} from '../rig/canaries.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {makeSshKey, makeUserKey} from '../rig/ssh-keygen.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

type Refused = {readonly error: {readonly code: string; readonly message: string; readonly hint?: string}};

const secret = (password: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 'web'},
  stringData: {password},
});

onCluster('a backend that is sealed for SSH keys', (cluster) => {
  const {kubeconfigPath} = cluster;

  async function place() {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace});
    const seal = (age: JsonObject) =>
      stack.write({'project.yaml': {name: 'shop', backend: {local: {path: 'state'}, encryption: {age}}}});
    const password = async (): Promise<string> => {
      const live = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'web'});
      const data = live?.['data'];
      return Buffer.from(String(isObject(data) ? data['password'] : ''), 'base64').toString();
    };
    return {stack, seal, password, state: join(stack.dir, 'state')};
  }

  const apply = async (stack: Stack, value: string, env: Readonly<Record<string, string>> = {}) => {
    await stack.write({'manifests/secret.yaml': secret(value)});
    const ran = await stack.gantry(['apply', '--yes'], {env});
    expect(ran, ran.stderr).toMatchObject({code: 0});
    return ran;
  };

  const refusesAll = async (stack: Stack, env: Readonly<Record<string, string>>, says: RegExp) => {
    for (const args of [
      ['preview'],
      ['apply', '--yes'],
      ['release', 'rollback', '--to', '1', '--yes'],
      ['backend', 'rekey', '--yes'],
    ]) {
      const refused = await stack.json<Refused>(args, {env});
      expect(refused, args.join(' ')).toMatchObject({code: 4, document: {error: {code: 'backend/sealed'}}});
      expect(refused.document.error.message, args.join(' ')).toMatch(says);
      expect(refused.document.error.hint, args.join(' ')).toMatch(/\w/);
    }
  };

  it('the usual SSH key of a user opens a sealed backend without a setting, and a rollback restores a literal secret', async () => {
    const {stack, seal, password, state} = await place();
    const [first, second] = [plainCanary('first'), plainCanary('second')];
    const anna = await makeUserKey(stack.home);
    const rsa = join(stack.home, 'ci');
    await seal({recipients: [`${anna} anna@laptop`, `${await makeSshKey({file: rsa, type: 'rsa'})} ci`]});
    await apply(stack, first);
    const ran = [await apply(stack, second)];
    const env = {GANTRY_AGE_KEY: await readFile(rsa, 'utf8')};
    ran.push(await stack.gantry(['release', 'rollback', '--to', '1', '--yes'], {env}));
    expect(await password()).toBe(first);
    ran.push(await stack.gantry(['preview', '--revision', '2']));
    expect(ran.map(({code}) => code)).toEqual([0, 0, 0]);
    expect(ran.at(-1)?.stdout).toContain('1 to update');
    const secrets = {
      first,
      second,
      rsa: env.GANTRY_AGE_KEY,
      anna: await readFile(join(stack.home, '.ssh', 'id_ed25519'), 'utf8'),
    };
    expect(leaks(ran.map(({stdout, stderr}) => stdout + stderr).join('\n'), secrets)).toEqual([]);
    for (const [file, text] of await everythingWritten(state)) expect(leaks(text, secrets), file).toEqual([]);
  });

  it('nothing is written with a missing or another key, or without its passphrase', async () => {
    const {stack, seal, state} = await place();
    const [file, other] = [join(stack.home, 'anna'), join(stack.home, 'eve')];
    const anna = await makeSshKey({file, passphrase: 'not-secret-at-all'});
    await makeSshKey({file: other});
    await seal({recipients: [anna]});
    const key = {GANTRY_AGE_KEY_FILE: file};
    const withPassphrase = {...key, GANTRY_SSH_PASSPHRASE: 'not-secret-at-all'};
    await apply(stack, plainCanary('first'), withPassphrase);
    const before = [...(await everythingWritten(state))];
    await stack.write({'manifests/secret.yaml': secret(plainCanary('second'))});
    await refusesAll(stack, {}, /sealed for ssh-ed25519 SHA256:.*no age identity or SSH key was found/);
    await refusesAll(
      stack,
      {GANTRY_AGE_KEY_FILE: other},
      /sealed for ssh-ed25519 SHA256:.*none of your identities in .*eve opens it/,
    );
    await refusesAll(stack, {GANTRY_AGE_KEY_FILE: `${file}.gone`}, /cannot be read \(ENOENT\)/);
    await refusesAll(stack, key, /the SSH key .*anna has a passphrase/);
    await refusesAll(stack, {...key, GANTRY_SSH_PASSPHRASE: 'wrong'}, /the SSH key .*anna has another passphrase/);
    expect([...(await everythingWritten(state))]).toEqual(before);
    await apply(stack, plainCanary('third'), withPassphrase);
  });

  it('a lost SSH key is removed by the holder of another one, and a project may name a key file in its directory', async () => {
    const {stack, seal, password, state} = await place();
    const [lost, file] = [join(stack.home, 'lost'), join(stack.dir, 'ci-key')];
    const [ben, ci] = [await ageIdentity(), await makeSshKey({file, type: 'rsa'})];
    await seal({recipients: [await makeSshKey({file: lost}), ben.recipient]});
    const [first, second] = [plainCanary('first'), plainCanary('second')];
    await apply(stack, first, {GANTRY_AGE_KEY_FILE: lost});
    const kept = await readFile(lost, 'utf8');
    await rm(lost);
    await seal({recipients: [ci, ben.recipient]});
    const rekeyed = await stack.json(['backend', 'rekey', '--yes'], {env: {GANTRY_AGE_KEY: ben.key}});
    expect(rekeyed.document, rekeyed.stderr).toMatchObject({kind: 'rekeyed', generation: 2, rewritten: 1, waiting: []});
    await seal({recipients: [ci, ben.recipient], identity: 'ci-key'});
    await apply(stack, second);
    const back = await stack.gantry(['release', 'rollback', '--to', '1', '--yes']);
    expect(back, back.stderr).toMatchObject({code: 0});
    expect(await password()).toBe(first);
    // The lost key no longer opens the backend.
    const before = [...(await everythingWritten(state))];
    await seal({recipients: [ci, ben.recipient]});
    await refusesAll(stack, {GANTRY_AGE_KEY: kept}, /none of your identities in GANTRY_AGE_KEY opens it/);
    expect([...(await everythingWritten(state))]).toEqual(before);
  });

  it.each([
    {recipient: 'ssh-ed25519 AAAA', code: 3, says: 'is not a valid recipient'},
    {recipient: 'ecdsa-sha2-nistp256 AAAA', code: 3, says: 'Other types of SSH keys cannot encrypt'},
    {recipient: 'https://github.com/anna.keys', code: 3, says: 'must be a recipient of age'},
  ])('the recipient $recipient is refused before anything is written', async ({recipient, code, says}) => {
    const {stack, seal, state} = await place();
    await seal({recipients: [recipient]});
    await stack.write({'manifests/secret.yaml': secret('not-secret-at-all')});
    const refused = await stack.gantry(['apply', '--yes']);
    expect(refused).toMatchObject({code, stderr: expect.stringContaining(says)});
    expect([...(await everythingWritten(state).catch(() => new Map()))]).toEqual([]);
  });
});
