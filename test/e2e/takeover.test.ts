import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Change} from '../../src/core/plan/plan.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {configMap, deployment, manifests, namespaceObject, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild, MAKERS} from '../rig/other-tools.ts';
import {makeStack} from '../rig/stack.ts';

const CANARY = 'canary-7f3a9c51';

const secret = (stringData: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 'login'},
  stringData,
});

/** What the other tool made. */
const whole = (): readonly JsonObject[] => [
  {
    ...deployment('web', {
      labels: {tier: 'front', old: 'yes'},
      image: 'nginx:1.27',
      env: [
        {name: 'A', value: '1'},
        {name: 'B', value: '2'},
      ],
      annotations: {note: 'x'},
      ports: [{containerPort: 80}],
      resources: {requests: {cpu: '1000m'}},
    }),
  },
  configMap('settings', {a: '1', b: '2'}, {annotations: {'example.dev/old': 'yes'}}),
  secret({user: 'me', password: CANARY}),
  service('web', {
    ports: [
      {name: 'http', port: 80},
      {name: 'old', port: 81},
    ],
  }),
];

/** The same without some of it. */
const less = (): readonly JsonObject[] => [
  deployment('web', {
    labels: {tier: 'front'},
    image: 'nginx:1.27',
    env: [{name: 'A', value: '1'}],
    ports: [{containerPort: 80}],
    resources: {requests: {cpu: '1000m'}},
  }),
  configMap('settings', {a: '1'}),
  secret({user: 'me'}),
  service('web', {ports: [{name: 'http', port: 80}]}),
];

const DROPPED = {
  Deployment: [
    {path: 'metadata.labels.old', before: 'yes'},
    {path: 'spec.template.metadata.annotations', before: {note: 'x'}},
    {path: 'spec.template.spec.containers[name="app"].env[name="B"]', before: {name: 'B', value: '2'}},
  ],
  ConfigMap: [
    {path: 'data.b', before: '2'},
    {path: 'metadata.annotations["example.dev/old"]', before: 'yes'},
  ],
  Secret: [{path: 'data.password', before: '***', sensitive: true}],
  Service: [
    {
      path: 'spec.ports[port=81,protocol="TCP"]',
      before: {name: 'old', port: 81, protocol: 'TCP', targetPort: 81},
    },
  ],
};

const kindOf = ({id}: Change): keyof typeof DROPPED => id.split(':')[1] as keyof typeof DROPPED;

onCluster('objects that other tools created', (cluster) => {
  beforeAllBuild('kubectl', 'helm', 'helm4');
  const {kubeconfigPath} = cluster;

  describe.each(MAKERS)('$name', ({make, manager}) => {
    it('unchanged manifests are adopted without a change, and stay unchanged', async () => {
      const namespace = await freshNamespace(cluster);
      await make({cluster, namespace, objects: whole()});
      const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
      const before = await cluster.get(web);
      const stack = await makeStack({kubeconfigPath, namespace, files: manifests(...whole())});

      const changes = await pendingChanges(stack, ['--adopt', 'all']);
      expect(changes.map(({action}) => action)).toEqual(['adopt', 'adopt', 'adopt', 'adopt']);
      for (const change of changes) {
        expect(change).not.toHaveProperty('blocked');
        expect(change).toMatchObject({
          verified: true,
          reason: `it exists, and this stack does not own it yet; Gantry takes ownership of the fields that ${manager} set; no field changes`,
        });
        expect([...new Set(change.fields.map(({cause}) => cause))]).toEqual(['ownership']);
      }
      await applied(stack, ['--adopt', 'all']);
      expect(await pendingChanges(stack)).toEqual([]);
      const after = await cluster.get(web);
      expect(after?.['spec']).toEqual(before?.['spec']);
      for (const ref of refs(namespace)) {
        const live = JSON.stringify(await cluster.get(ref));
        expect(live).not.toContain('last-applied-configuration');
        expect(live).not.toContain('meta.helm.sh');
        expect(live).not.toContain(`"manager":"${manager}"`);
      }
    });

    it('fields that the manifests drop at the same time are shown and removed, and the rest stays', async () => {
      const namespace = await freshNamespace(cluster);
      await make({cluster, namespace, objects: whole()});
      const stack = await makeStack({kubeconfigPath, namespace, files: manifests(...less())});

      const changes = await pendingChanges(stack, ['--adopt', 'all']);
      expect(changes).toHaveLength(4);
      for (const change of changes) {
        const loud = change.fields.filter(({cause}) => cause !== 'ownership');
        expect(loud).toEqual(DROPPED[kindOf(change)].map((field) => ({...field, cause: 'takeover', manager})));
      }
      await applied(stack, ['--adopt', 'all']);
      expect(await pendingChanges(stack)).toEqual([]);
      const [web, settings, login, front] = await Promise.all(refs(namespace).map((ref) => cluster.get(ref)));
      expect(web).toMatchObject({
        metadata: {labels: {tier: 'front'}},
        spec: {template: {spec: {containers: [{env: [{name: 'A', value: '1'}]}]}}},
      });
      expect(JSON.stringify(web?.['metadata'])).not.toContain('"old"');
      expect(JSON.stringify(web?.['spec'])).not.toContain('note');
      expect(settings?.['data']).toEqual({a: '1'});
      expect(JSON.stringify(settings)).not.toContain('example.dev/old');
      expect(login?.['data']).toEqual({user: 'bWU='});
      expect(front).toMatchObject({spec: {ports: [{name: 'http', port: 80}]}});
    });

    it('fields that people set stay theirs, and no value of a Secret is shown', async () => {
      const namespace = await freshNamespace(cluster);
      await make({cluster, namespace, objects: whole()});
      const [, settings] = refs(namespace);
      const theirs = {metadata: {labels: {mine: 'x'}}, data: {theirs: '3'}};
      await cluster.patchAs('kubectl-edit', settings, theirs);
      const stack = await makeStack({kubeconfigPath, namespace, files: manifests(...less())});

      const outputs = [
        await stack.gantry(['preview', '--detail']),
        await stack.gantry(['preview', '--adopt', 'all', '--detail']),
        await stack.gantry(['preview', '--adopt', 'all', '-o', 'json']),
        await stack.gantry(['apply', '--adopt', 'all', '--yes']),
      ];
      expect(outputs.map(({code}) => code)).toEqual([0, 0, 0, 0]);
      const said = outputs.flatMap(({stdout, stderr}) => [stdout, stderr]).join('\n');
      for (const form of [CANARY, Buffer.from(CANARY).toString('base64'), '{"apiVersion"', '{\\"apiVersion\\"'])
        expect(said).not.toContain(form);
      expect(outputs[2]?.stdout).toMatch(/"path":\s*"data.theirs",[^}]*"cause":\s*"added"/);
      expect(await cluster.get(settings)).toMatchObject({
        metadata: {labels: {mine: 'x'}},
        data: {a: '1', theirs: '3'},
      });
    });
  });
});

async function freshNamespace(cluster: Cluster): Promise<string> {
  const namespace = cluster.freshNamespace();
  await cluster.create(namespaceObject(namespace));
  return namespace;
}

const refs = (namespace: string) =>
  [
    {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'},
    {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'},
    {apiVersion: 'v1', kind: 'Secret', namespace, name: 'login'},
    {apiVersion: 'v1', kind: 'Service', namespace, name: 'web'},
  ] as const;
