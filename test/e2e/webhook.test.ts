import {expect, it} from 'vitest';
import {applied, pendingChanges} from '../rig/changes.ts';
import {deployment, manifests, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {sideCarWebhook} from '../rig/side-car-webhook.ts';
import {makeStack} from '../rig/stack.ts';

onCluster(
  'a webhook that injects a sidecar',
  (cluster) => {
    it('an injected sidecar is not a change, and stays', async () => {
      const namespace = cluster.freshNamespace();
      await cluster.create(namespaceObject(namespace));
      const {url, caBundle, calls} = await sideCarWebhook();
      const configuration = {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'MutatingWebhookConfiguration',
        metadata: {name: namespace},
        webhooks: [
          {
            name: 'side-car.example.dev',
            admissionReviewVersions: ['v1'],
            sideEffects: 'None',
            clientConfig: {url, caBundle},
            namespaceSelector: {matchLabels: {'kubernetes.io/metadata.name': namespace}},
            rules: [
              {apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['deployments']},
            ],
          },
        ],
      };
      const {apiVersion, kind} = configuration;
      cluster.deleteAtEnd({apiVersion, kind, name: namespace});
      await cluster.create(configuration);
      const containers = async () => {
        const live = await cluster.get({apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'});
        const {spec} = live as {spec: {template: {spec: {containers: {name: string; image: string}[]}}}};
        return spec.template.spec.containers.map(({name, image}) => `${name} ${image}`);
      };
      const probe = deployment('probe');
      await expect
        .poll(async () =>
          JSON.stringify(await cluster.applyAs('probe', {...probe, metadata: {name: 'probe', namespace}})),
        )
        .toContain('side-car');

      const stack = await makeStack({
        kubeconfigPath: cluster.kubeconfigPath,
        namespace,
        files: manifests(deployment('web', {env: [{name: 'A', value: ''}]})),
      });
      await applied(stack);
      expect(await containers()).toEqual(['app nginx:1.27', 'side-car mesh:1']);
      const before = calls();
      expect(await pendingChanges(stack)).toEqual([]);
      expect(calls()).toBe(before);

      await stack.write(manifests(deployment('web', {env: [{name: 'A', value: ''}], image: 'nginx:1.28'})));
      expect(await pendingChanges(stack)).toMatchObject([
        {action: 'update', fields: [{path: 'spec.template.spec.containers[name="app"].image', cause: 'spec'}]},
      ]);
      await applied(stack);
      expect(await containers()).toEqual(['app nginx:1.28', 'side-car mesh:1']);
      expect(await pendingChanges(stack)).toEqual([]);
    });
  },
  {needs: ['admission webhooks']},
);
