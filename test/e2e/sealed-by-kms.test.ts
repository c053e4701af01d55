import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {isObject, type JsonObject} from '../../src/core/json.ts';
import {everythingWritten, leaks, plainCanary} from '../rig/canaries.ts';
import {askMoto, kmsKey} from '../rig/kms.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {withService} from '../rig/s3.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {acquireService} from '../services/for-tests.ts';

type Refused = {readonly error: {readonly code: string; readonly message: string; readonly hint?: string}};

const secret = (password: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 'web'},
  stringData: {password},
});

await withService('moto', 'a backend that is sealed by AWS KMS', () => {
  onCluster('a backend that is sealed by AWS KMS', (cluster) => {
    const {kubeconfigPath} = cluster;

    async function place() {
      const acquired = await acquireService('moto');
      if (acquired.kind === 'missing') throw new Error(acquired.reason);
      const {endpoint} = acquired.service;
      const namespace = cluster.freshNamespace();
      const stack = await makeStack({kubeconfigPath, namespace});
      /** The user's own configuration needs no consent for the server that it names. */
      const seal = async (encryption: JsonObject) => {
        await mkdir(join(stack.home, '.gantry'), {recursive: true});
        const backends = {state: {local: {path: join(stack.dir, 'state')}, encryption}};
        await writeFile(join(stack.home, '.gantry', 'config.yaml'), JSON.stringify({backends, backend: 'state'}));
      };
      const password = async (): Promise<string> => {
        const live = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'web'});
        const data = live?.['data'];
        return Buffer.from(String(isObject(data) ? data['password'] : ''), 'base64').toString();
      };
      const key = await kmsKey(endpoint);
      return {endpoint, stack, seal, password, key, kms: {key, endpoint}};
    }

    const apply = async (stack: Stack, value: string, env: Readonly<Record<string, string>>) => {
      await stack.write({'manifests/secret.yaml': secret(value)});
      return stack.gantry(['apply', '--yes'], {env});
    };

    const login = (secretKey: string) => ({
      AWS_ACCESS_KEY_ID: 'AKIATEST',
      AWS_SECRET_ACCESS_KEY: secretKey,
      AWS_REGION: 'us-east-1',
    });

    it('a rollback restores a literal secret, and a rekey changes from age to KMS and back', async () => {
      const {stack, seal, password, kms, key} = await place();
      const anna = await ageIdentity();
      const [first, second, access] = [plainCanary('first'), plainCanary('second'), plainCanary('access')];
      const [byKms, byAge] = [login(access), {GANTRY_AGE_KEY: anna.key}];
      const age = {recipients: [anna.recipient]};

      await seal({awsKms: kms});
      for (const value of [first, second]) {
        const ran = await apply(stack, value, byKms);
        expect(ran, ran.stderr).toMatchObject({code: 0});
      }
      const back = await stack.gantry(['release', 'rollback', '--to', '1', '--yes'], {env: byKms});
      expect(back, back.stderr).toMatchObject({code: 0});
      expect(await password()).toBe(first);

      // From KMS to age: both are there for one rekey.
      const both = {env: {...byKms, ...byAge}};
      for (const [generation, encryption] of [{awsKms: kms, age}, {age}].entries()) {
        await seal(encryption);
        const rekeyed = await stack.json(['backend', 'rekey', '--yes'], both);
        expect(rekeyed.document, rekeyed.stderr).toMatchObject({kind: 'rekeyed', generation: generation + 2});
      }
      const last = await stack.gantry(['release', 'rollback', '--to', '2', '--yes'], {env: byAge});
      expect(last, last.stderr).toMatchObject({code: 0});
      expect(await password()).toBe(second);

      // And from age to KMS in one step: age needs no declaration to be opened.
      await seal({awsKms: kms});
      const again = await stack.json(['backend', 'rekey', '--yes'], both);
      expect(again.document, again.stderr).toMatchObject({kind: 'rekeyed', generation: 4});
      const end = await stack.gantry(['release', 'rollback', '--to', '1', '--yes'], {env: byKms});
      expect(end, end.stderr).toMatchObject({code: 0});
      expect(await password()).toBe(first);

      const refused = await stack.json<Refused>(['preview'], {env: byAge});
      expect(refused).toMatchObject({code: 4, document: {error: {code: 'backend/sealed'}}});
      expect(refused.document.error.message).not.toContain(anna.recipient);
      const printed = [back, last, again, end, refused].map(({stdout, stderr}) => stdout + stderr).join('\n');
      const secrets = {first, second, access, anna: anna.key};
      expect(leaks(printed, secrets)).toEqual([]);
      for (const [file, text] of await everythingWritten(`${stack.dir}/state`)) {
        expect(leaks(text, secrets), file).toEqual([]);
        if (file.endsWith('sealing.json')) expect(text).toContain(key);
      }
    });

    it('a project that names a key of KMS gets no credentials without the consent of the user', async () => {
      const {stack, kms} = await place();
      await stack.write({'project.yaml': {name: 'shop', backend: {local: {path: 'state'}, encryption: {awsKms: kms}}}});
      await stack.write({'manifests/secret.yaml': secret('not-secret-at-all')});
      const env = login('not-secret-at-all');
      const refused = await stack.gantry(['apply', '--yes'], {env});
      expect(refused).toMatchObject({code: 5, stderr: expect.stringContaining('with your AWS credentials')});
      const [, GANTRY_ALLOW = ''] = /GANTRY_ALLOW=(\S+)/.exec(refused.stderr) ?? [];
      const allowed = await stack.gantry(['apply', '--yes'], {env: {...env, GANTRY_ALLOW}});
      expect(allowed, allowed.stderr).toMatchObject({code: 0});
    });

    it('nothing is written without the key, and another recipient opens what is left', async () => {
      const {endpoint, stack, seal, kms, key} = await place();
      const anna = await ageIdentity();
      const byKms = login('not-secret-at-all');
      await seal({awsKms: kms, age: {recipients: [anna.recipient]}});
      const env = {...byKms, GANTRY_AGE_KEY: anna.key};
      expect(await apply(stack, plainCanary('first'), env)).toMatchObject({code: 0});
      const state = `${stack.dir}/state`;
      const before = [...(await everythingWritten(state))];
      await stack.write({'manifests/secret.yaml': secret(plainCanary('second'))});

      const other = await kmsKey(endpoint);
      // Moto denies access where AWS says that another key encrypted it.
      const cases = [
        {encryption: {awsKms: {...kms, key: other}}, says: `the key ${other} in AWS KMS`},
        {encryption: {awsKms: {...kms, key: `${key.slice(0, -6)}000000`}}, says: 'was not found in AWS KMS'},
        {encryption: {awsKms: {...kms, endpoint: 'http://127.0.0.1:1'}}, says: 'no response'},
        {encryption: {age: {recipients: [anna.recipient]}}, says: 'does not declare'},
      ];
      for (const {encryption, says} of cases) {
        await seal(encryption);
        for (const args of [['preview'], ['apply', '--yes'], ['backend', 'rekey', '--yes']]) {
          const refused = await stack.json<Refused>(args, {env: byKms});
          expect(refused, `${says}: ${args.join(' ')}`).toMatchObject({
            code: 4,
            document: {error: {code: 'backend/sealed'}},
          });
          expect(refused.document.error.message).toContain(says);
          expect(refused.document.error.hint).toMatch(/\w/);
        }
      }
      expect([...(await everythingWritten(state))]).toEqual(before);

      // The key of KMS is lost: the other recipient opens the backend, and seals it without that key.
      await askMoto(endpoint, 'ScheduleKeyDeletion', {KeyId: key.split('/').at(-1) ?? '', PendingWindowInDays: 7});
      await seal({age: {recipients: [anna.recipient]}});
      const rekeyed = await stack.json(['backend', 'rekey', '--yes'], {env: {GANTRY_AGE_KEY: anna.key}});
      expect(rekeyed.document, rekeyed.stderr).toMatchObject({kind: 'rekeyed', generation: 2});
      expect(await stack.gantry(['preview'], {env: {GANTRY_AGE_KEY: anna.key}})).toMatchObject({code: 0});
    });
  });
});
