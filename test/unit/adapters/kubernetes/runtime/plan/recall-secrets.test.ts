import {expect, it} from 'vitest';
import type {KubernetesClient} from '../../../../../../src/adapters/kubernetes/runtime/client/client.ts';
import {recallSecrets} from '../../../../../../src/adapters/kubernetes/runtime/plan/recall-secrets.ts';
import {maskKubernetes} from '../../../../../../src/core/secret/mask.ts';
import {Secret} from '../../../../../../src/core/secret/secret.ts';

const ID = 'v1:Secret:shop:login';
const live = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 'login', namespace: 'shop'},
  data: {password: 'cA=='},
};

it('a recall restores the secret values and keeps all else as released, nested lists and null too', async () => {
  const extra = {matrix: [[1, 2], [3]], gaps: [null, 'x', []]};
  const client = {
    server: 's',
    discovery: {
      resourceFor: async () => ({apiVersion: 'v1', kind: 'Secret', resource: 'secrets', namespaced: true, verbs: []}),
    },
    get: async () => ({ok: true, object: live}),
  } as unknown as Pick<KubernetesClient, 'discovery' | 'get' | 'server'>;
  const digestKey = new Secret('key');
  const attributes = maskKubernetes(digestKey.reveal(), ID, {...live, extra});
  const resource = {id: ID, type: 'Kubernetes' as const, attributes, dependsOn: [], extensions: {}};
  const recalled = await recallSecrets(client, {
    resources: [resource],
    digestKey,
    signal: new AbortController().signal,
  });
  expect(recalled.resources[0]?.attributes).toEqual({...live, extra});
  expect(recalled.lost.size).toBe(0);
});
