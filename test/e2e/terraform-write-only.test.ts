import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Change, Plan} from '../../src/core/plan/plan.ts';
import {canary, leaks} from '../rig/canaries.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {hasTestProvider} from '../rig/terraform-provider.ts';
import {objectId, objectStack} from './support/object-stack.ts';

const APPLY = ['apply', '--yes', '--no-wait'] as const;

const changeOf = ({changes}: Plan, name: string): Change | undefined => changes.find(({id}) => id === objectId(name));
const notSent = ({diagnostics}: Plan) => diagnostics.filter(({code}) => code === 'terraform/not-sent');

describe.runIf(hasTestProvider())('with the terraform of this machine and the test provider', () => {
  onCluster('a write-only argument without the name of one', (cluster) => {
    it('a changed value is a warning until another change sends it, and is shown nowhere', async () => {
      const {begin, write, object, preview, start, server} = await objectStack(cluster);
      const [first, token] = [canary('first token'), canary('next token')];
      const writeToken = (of: string, more: JsonObject = {}) => write({}, [object('e', {token: of, ...more})]);
      await begin('write-only');
      await writeToken(first);
      expect(await start(...APPLY).ended).toMatchObject({code: 0});
      expect(notSent(await preview())).toEqual([]);

      await writeToken(token);
      const unsent = await preview();
      expect(changeOf(unsent, 'e')).toMatchObject({action: 'unchanged'});
      expect(notSent(unsent).map(({resource}) => resource)).toEqual([objectId('e')]);
      const idle = await start(...APPLY).ended;
      expect(idle, idle.stderr).toMatchObject({code: 0});
      expect(server.bodies.filter((body) => body['token'] === token)).toEqual([]);
      expect(notSent(await preview())).toHaveLength(1);

      await writeToken(token, {size: 'large'});
      const sent = await preview();
      expect(notSent(sent)).toEqual([]);
      expect(changeOf(sent, 'e')).toMatchObject({
        action: 'update',
        fields: expect.arrayContaining([{path: 'token', sensitive: true, cause: 'spec'}]),
      });
      const applied = await start(...APPLY).ended;
      expect(applied, applied.stderr).toMatchObject({code: 0});
      expect(server.bodies.filter((body) => body['token'] === token)).toHaveLength(1);
      const last = await preview();
      expect([notSent(last), changeOf(last, 'e')?.action]).toEqual([[], 'unchanged']);
      const said = [unsent, sent, last].map((plan) => JSON.stringify(plan));
      expect([...said, idle.stdout, applied.stdout].flatMap((text) => leaks(text, {first, token}))).toEqual([]);
    });
  });
});
