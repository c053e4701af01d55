import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {applied, destroyed} from '../rig/changes.ts';
import {configMap, deployment, manifests, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

/** Its pods are simulated: whoever asks it gets no answer, as when a backend is broken. */
const failClosed = (namespace: string): JsonObject => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: {name: namespace},
  webhooks: [
    {
      name: 'closed.example.dev',
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      failurePolicy: 'Fail',
      timeoutSeconds: 1,
      clientConfig: {service: {namespace, name: 'guard', path: '/', port: 80}},
      namespaceSelector: {matchLabels: {'kubernetes.io/metadata.name': namespace}},
      rules: [{apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps']}],
    },
  ],
});

onCluster(
  'a webhook that fails closed',
  (cluster) => {
    it('a failing-closed webhook is registered when its workload is ready, and removed before it: it blocks nothing', async () => {
      const namespace = cluster.freshNamespace();
      const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
      const configuration = failClosed(namespace);
      const {apiVersion, kind} = configuration as {apiVersion: string; kind: string};
      cluster.deleteAtEnd({apiVersion, kind, name: namespace});
      const stack = await makeStack({
        kubeconfigPath: cluster.kubeconfigPath,
        namespace,
        files: manifests(configuration, deployment('guard'), service('guard'), configMap('settings', {a: '1'})),
      });
      await applied(stack);
      const edit = () => cluster.patchAs('someone', settings, {data: {a: '2'}});
      await expect.poll(() => edit().then(() => 'taken', String), {timeout: 20_000}).toContain('closed.example.dev');

      await destroyed(stack);
      for (const ref of [settings, {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'guard'}])
        expect(await cluster.get(ref)).toBeUndefined();
    });
  },
  {needs: ['admission webhooks']},
);
