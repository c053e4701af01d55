import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {canary, everythingWritten, leaks, plainCanary} from '../rig/canaries.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

type Listed = {readonly releases: readonly {readonly revision: number}[]};
type Refused = {readonly error: {readonly code: string; readonly message: string; readonly hint?: string}};

const secret = (password: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 'web'},
  stringData: {password},
});

onCluster('a sealed backend', (cluster) => {
  const {kubeconfigPath} = cluster;

  /** A stack whose project keeps its releases in a sealed backend. */
  async function sealedStack(backend: JsonObject, recipients: readonly string[]) {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace});
    const seal = (age: readonly string[]) =>
      stack.write({'project.yaml': {name: 'shop', backend: {...backend, encryption: {age: {recipients: age}}}}});
    await seal(recipients);
    const password = async (): Promise<string> => {
      const live = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'web'});
      const data = live?.['data'] as JsonObject | undefined;
      return Buffer.from(String(data?.['password']), 'base64').toString();
    };
    return {stack, seal, password};
  }

  const apply = async ({stack}: {readonly stack: Stack}, value: string, key: string) => {
    await stack.write({'manifests/secret.yaml': secret(value)});
    return stack.gantry(['apply', '--yes'], {env: {GANTRY_AGE_KEY: key}});
  };

  it.for([
    {name: 'a directory', make: async (): Promise<JsonObject> => ({local: {path: 'state'}})},
    {
      name: 'Secrets of a namespace',
      make: async (): Promise<JsonObject> => {
        const namespace = cluster.freshNamespace('state');
        await cluster.create(namespaceObject(namespace));
        return {kubernetes: {namespace, workspace: 'test'}};
      },
    },
  ])('a rollback in $name restores a literal secret that is no longer in the cluster', async ({make}) => {
    const [anna, ben] = [await ageIdentity(), await ageIdentity()];
    const place = await sealedStack(await make(), [anna.recipient]);
    const {stack, seal, password} = place;
    const [first, second] = [canary('first'), plainCanary('second')];
    const env = {GANTRY_AGE_KEY: anna.key};
    for (const value of [first, second]) {
      const ran = await apply(place, value, anna.key);
      expect(ran, ran.stderr).toMatchObject({code: 0});
    }
    const back = await stack.gantry(['release', 'rollback', '--to', '1', '--yes'], {env});
    expect(back, back.stderr).toMatchObject({code: 0});
    expect(await password()).toBe(first);

    // A rollback is a release like others: its values are sealed again, also for a new recipient.
    await seal([anna.recipient, ben.recipient]);
    const rekeyed = await stack.json(['backend', 'rekey', '--yes'], {env});
    expect(rekeyed.document).toMatchObject({kind: 'rekeyed', generation: 2, rewritten: 3, waiting: []});
    const again = await apply(place, second, ben.key);
    expect(again, again.stderr).toMatchObject({code: 0});
    const by = {env: {GANTRY_AGE_KEY: ben.key}};
    const last = await stack.gantry(['release', 'rollback', '--to', '3', '--yes'], by);
    expect(last, last.stderr).toMatchObject({code: 0});
    expect(await password()).toBe(first);

    const printed = [back, rekeyed, again, last].map(({stdout, stderr}) => stdout + stderr).join('\n');
    const secrets = {first, second, anna: anna.key, ben: ben.key};
    expect(leaks(printed, secrets)).toEqual([]);
    for (const place of [join(stack.dir, 'state'), join(stack.home, '.gantry')])
      for (const [file, text] of await everythingWritten(place).catch(() => new Map<string, string>()))
        expect(leaks(text, secrets), file).toEqual([]);
  });

  it('a user without a key sees the releases, and can do nothing else', async () => {
    const [anna, eve] = [await ageIdentity(), await ageIdentity()];
    const place = await sealedStack({local: {path: 'state'}}, [anna.recipient]);
    const {stack} = place;
    expect(await apply(place, plainCanary('first'), anna.key)).toMatchObject({code: 0});
    const state = join(stack.dir, 'state');
    const before = [...(await everythingWritten(state))];
    for (const env of [{}, {GANTRY_AGE_KEY: eve.key}]) {
      const listed = await stack.json<Listed>(['release', 'list'], {env});
      expect(listed).toMatchObject({code: 0, document: {releases: [{revision: 1}]}});
      expect(listed.stderr).toContain('shown without a check of their MACs');
      expect(await stack.gantry(['release', 'show'], {env})).toMatchObject({code: 0});
      await stack.write({'manifests/secret.yaml': secret(plainCanary('other'))});
      for (const args of [
        ['preview'],
        ['apply', '--yes'],
        ['destroy', '--yes'],
        ['release', 'rollback', '--to', '1', '--yes'],
        ['backend', 'rekey', '--yes'],
      ]) {
        const refused = await stack.json<Refused>(args, {env});
        expect(refused, args.join(' ')).toMatchObject({code: 4, document: {error: {code: 'backend/sealed'}}});
        expect(refused.document.error.message).toContain(anna.recipient);
      }
    }
    expect([...(await everythingWritten(state))]).toEqual(before);
  });

  it('a backend with data is used again after a rekey has sealed it', async () => {
    const anna = await ageIdentity();
    const place = await sealedStack({local: {path: 'state'}}, [anna.recipient]);
    const {stack, seal, password} = place;
    const [first, second] = [plainCanary('first'), plainCanary('second')];
    await stack.write({'project.yaml': {name: 'shop', backend: 'local:state'}});
    expect(await apply(place, first, anna.key)).toMatchObject({code: 0});
    await seal([anna.recipient]);
    const env = {GANTRY_AGE_KEY: anna.key};
    const refused = await stack.json<Refused>(['preview'], {env});
    expect(refused).toMatchObject({code: 5, document: {error: {code: 'backend/not-sealed'}}});
    expect(refused.document.error.hint).toContain('gantry backend rekey');
    const sealed = await stack.json(['backend', 'rekey', '--yes'], {env});
    expect(sealed.document).toMatchObject({kind: 'sealed', generation: 1, rewritten: 0});
    expect(await readFile(join(stack.dir, 'state', 'keys', 'hmac'), 'utf8')).not.toContain('"hmac"');
    for (const value of [second, first, second]) expect(await apply(place, value, anna.key)).toMatchObject({code: 0});
    expect(await stack.gantry(['release', 'rollback', '--to', '3', '--yes'], {env})).toMatchObject({code: 0});
    expect(await password()).toBe(first);
    // Revision 1 is from before: its value is nowhere, and the error names the way out.
    expect(await apply(place, second, anna.key)).toMatchObject({code: 0});
    const lost = await stack.json<Refused>(['release', 'rollback', '--to', '1', '--yes'], {env});
    expect(lost).toMatchObject({code: 5});
    expect(JSON.stringify(lost.document)).toContain('no longer in the cluster');
  });
});
