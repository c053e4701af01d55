import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {isObject, type JsonObject} from '../../src/core/json.ts';
import {everythingWritten, leaks, plainCanary} from '../rig/canaries.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {makeStack} from '../rig/stack.ts';

type Refused = {readonly error: {readonly code: string; readonly message: string}};

const secret = (password: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 'web'},
  stringData: {password},
});

onCluster('a saved plan of a sealed backend', (cluster) => {
  it('a saved plan contains no secret, needs the key of the backend, and stays valid after a rekey', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace});
    const [anna, ben, eve] = [await ageIdentity(), await ageIdentity(), await ageIdentity()];
    const seal = (...recipients: readonly string[]) =>
      stack.write({'project.yaml': {name: 'shop', backend: {local: {path: 'state'}, encryption: {age: {recipients}}}}});
    const by = ({key}: {readonly key: string}) => ({env: {GANTRY_AGE_KEY: key}});
    const write = (value: string) => stack.write({'manifests/secret.yaml': secret(value)});
    const [first, second] = [plainCanary('first'), plainCanary('second')];
    await seal(anna.recipient);
    await write(first);
    expect(await stack.gantry(['apply', '--yes'], by(anna))).toMatchObject({code: 0});
    await write(second);
    const saved = await stack.gantry(['preview', '--save', 'plan.json'], by(anna));
    expect(saved, saved.stderr).toMatchObject({code: 0});
    const file = join(stack.dir, 'plan.json');
    expect(leaks(await readFile(file, 'utf8'), {first, second, anna: anna.key})).toEqual([]);

    const state = join(stack.dir, 'state');
    const before = [...(await everythingWritten(state))];
    for (const options of [{}, by(eve)]) {
      const refused = await stack.json<Refused>(['apply', 'plan.json', '--yes'], options);
      expect(refused).toMatchObject({code: 4, document: {error: {code: 'backend/sealed'}}});
      expect(refused.document.error.message).toContain(anna.recipient);
    }
    expect([...(await everythingWritten(state))]).toEqual(before);

    await seal(ben.recipient, anna.recipient);
    expect(await stack.gantry(['backend', 'rekey', '--yes'], by(anna))).toMatchObject({code: 0});
    const applied = await stack.gantry(['apply', 'plan.json', '--yes'], by(ben));
    expect(applied, applied.stderr).toMatchObject({code: 0});
    const live = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'web'});
    const data = live?.['data'];
    expect(Buffer.from(String(isObject(data) ? data['password'] : ''), 'base64').toString()).toBe(second);
    // Its literal secret is sealed as that of any other run.
    const back = await stack.gantry(['release', 'rollback', '--to', '1', '--yes'], by(ben));
    expect(back, back.stderr).toMatchObject({code: 0});
    const again = await stack.gantry(['release', 'rollback', '--to', '2', '--yes'], by(ben));
    expect(again, again.stderr).toMatchObject({code: 0});
    for (const [name, text] of await everythingWritten(state)) expect(leaks(text, {first, second}), name).toEqual([]);
  });
});
