import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import type {Ref} from '../rig/cluster.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

type Edit = {readonly from: string | RegExp; readonly to: string};
type Application = {
  readonly name: string;
  readonly objects: number;
  readonly edits: readonly Edit[];
  /** The changes that the edits make, `action kind name: paths`. */
  readonly changed: readonly string[];
  /** What it has outside of its namespace: gone before and after. */
  readonly outside: readonly Ref[];
};

const DIRECTORY = join(import.meta.dirname, '../../../shared/real');
const rbac = (kind: string, name: string): Ref => ({apiVersion: 'rbac.authorization.k8s.io/v1', kind, name});
const definition = (plural: string): Ref => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  name: `${plural}.argoproj.io`,
});

const APPLICATIONS: readonly Application[] = [
  {
    name: 'online-boutique',
    objects: 35,
    edits: [
      {from: 'microservices-demo/frontend:v0.10.6', to: 'microservices-demo/frontend:v0.10.7'},
      {from: /(kind: Service\nmetadata:\n {2}name: adservice\n {2}labels:\n)/, to: '$1    tier: ads\n'},
    ],
    changed: [
      'update Deployment frontend: spec.template.spec.containers[name="server"].image',
      'update Service adservice: metadata.labels.tier',
    ],
    outside: [],
  },
  {
    name: 'argo-cd',
    objects: 59,
    edits: [
      {from: 'redis:8.10.1-alpine', to: 'redis:8.10.2-alpine'},
      {
        from: /\ndata:\n {2}resource/,
        to: '\ndata:\n  url: https://cd.example.dev\n  resource',
      },
      {
        from: /(kind: CustomResourceDefinition\nmetadata:\n)( {2}labels:\n(?: {4}.*\n)* {2}name: appprojects)/,
        to: '$1  annotations:\n    team: platform\n$2',
      },
    ],
    changed: [
      'update ConfigMap argocd-cm: data.url',
      'update CustomResourceDefinition appprojects.argoproj.io: metadata.annotations.team',
      'update Deployment argocd-redis: spec.template.spec.containers[name="redis"].image',
    ],
    outside: [
      ...['applications', 'applicationsets', 'appprojects'].map(definition),
      ...['argocd-application-controller', 'argocd-applicationset-controller', 'argocd-server'].flatMap((name) => [
        rbac('ClusterRole', name),
        rbac('ClusterRoleBinding', name),
      ]),
    ],
  },
];

onCluster('real applications', (cluster) => {
  for (const {name, objects, edits, changed, outside} of APPLICATIONS) {
    const file = join(DIRECTORY, `${name}.yaml`);
    const missing = existsSync(file) ? '' : ` (skipped: there is no ../shared/real/${name}.yaml)`;
    it.skipIf(missing !== '')(
      `${name} is applied, is ready, is previewed exactly, changes and goes${missing}`,
      {timeout: 300_000},
      async () => {
        for (const ref of outside) {
          await cluster.delete(ref);
          cluster.deleteAtEnd(ref);
          await expect.poll(() => cluster.get(ref), {timeout: 60_000}).toBeUndefined();
        }
        const namespace = cluster.freshNamespace();
        const text = readFileSync(file, 'utf8');
        const written = (content: string) => ({'manifests/all.yaml': content});
        const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace, files: written(text)});
        const first = await stack.json<Plan>(['preview']);
        expect(first.document.summary).toMatchObject({create: objects + 1, adopt: 0, blocked: 0});
        await applied(stack);
        expect(await pendingChanges(stack)).toEqual([]);
        expect(await stack.gantry(['drift', '--exit-code'])).toMatchObject({code: 0});
        expect(await stack.gantry(['apply', '--yes'])).toMatchObject({
          code: 0,
          stdout: expect.stringContaining('Nothing to do'),
        });

        const edited = edits.reduce((content, {from, to}) => content.replace(from, to), text);
        await stack.write(written(edited));
        expect(summaries(await pendingChanges(stack))).toEqual(changed);
        await applied(stack);
        expect(await pendingChanges(stack)).toEqual([]);

        const {document} = await stack.json<{resources: {id: string}[]}>(['resource', 'list']);
        expect(document.resources).toHaveLength(objects);
        await destroyed(stack);
        expect((await stack.json<{resources: unknown[]}>(['resource', 'list'])).document.resources).toEqual([]);
        for (const ref of outside) expect(await cluster.get(ref)).toBeUndefined();
        expect(await labelled(first.document.lineage, namespace)).toEqual([]);
      },
    );
  }

  /** What still carries the label, of all kinds that can be listed. */
  async function labelled(lineage: string, namespace: string): Promise<readonly string[]> {
    const {client} = cluster;
    const found: string[] = [];
    for (const apiVersion of await client.discovery.apiVersions()) {
      for (const resource of await client.discovery.resourcesOf(apiVersion)) {
        // Their controllers may be a moment behind.
        if (!resource.verbs.includes('list') || resource.kind.startsWith('Endpoint')) continue;
        const within = resource.namespaced ? {namespace} : {};
        const reply = await client.list({resource, ...within, labelSelector: `gantry.dev/lineage=${lineage}`});
        if (reply.ok) found.push(...reply.items.map((item) => JSON.stringify(item['metadata'])));
      }
    }
    return found;
  }
});

const summaries = (changes: Plan['changes']): readonly string[] =>
  changes
    .map(({id, action, fields}) => {
      const [, kind, ...place] = id.split(':');
      return `${action} ${kind} ${place.at(-1)}: ${fields.map(({path}) => path).join(', ')}`;
    })
    .toSorted();
