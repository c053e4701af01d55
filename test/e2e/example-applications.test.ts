import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {readYaml} from '../../src/config/yaml/read-yaml.ts';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {identityOf} from '../../src/core/resource/identity.ts';
import {namespaceObject, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

const PROJECT = join(import.meta.dirname, '../../examples/applications');
const STACKS = readdirSync(PROJECT, {withFileTypes: true})
  .filter((entry) => entry.isDirectory() && entry.name !== 'workspaces')
  .map(({name}) => name);

/** The values of the secret store, by the names of its secrets. */
const SECRETS = {
  github: {secret: 'g1thub-secret'},
  tls: {crt: 'certificate', key: 'private-key'},
  mail: {password: 'm4il-password'},
  login: {salt: 's4lt-of-login'},
  registry: {token: 'r3gistry-token'},
  notes: {password: 'n0tes-password'},
};

type Several = {readonly stacks: readonly {readonly stack: string; readonly outcome: string; readonly result?: Plan}[]};

const documentOf = (path: string): JsonObject =>
  readYaml(readFileSync(join(PROJECT, path), 'utf8'), path).documents[0]?.value as JsonObject;

onCluster('the example applications', (cluster) => {
  it('fifteen applications are applied, and a second apply changes nothing', async () => {
    expect(STACKS).toHaveLength(15);
    for (const [group, kind] of CUSTOM) {
      const crd = widgetDefinition({group, kind, schema: ANY});
      const metadata = {...(crd['metadata'] as JsonObject), annotations: APPROVED};
      await cluster.create({...crd, metadata});
      cluster.deleteAtEnd(identityOf(crd));
    }
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const workspace = documentOf('workspaces/prod.yaml');
    const project = await makeStack({
      files: {
        'project.yaml': documentOf('project.yaml'),
        'workspaces/prod.yaml': {
          ...workspace,
          context: {...(workspace['context'] as JsonObject), kubeconfig_path: cluster.kubeconfigPath},
          secretStore: {provider: {file: {path: '../secrets'}}},
        },
        ...Object.fromEntries(Object.entries(SECRETS).map(([name, value]) => [`secrets/${name}`, value])),
        ...Object.fromEntries(
          STACKS.flatMap((name) => [
            [`${name}/stack.yaml`, {...documentOf(`${name}/stack.yaml`), namespace}],
            [`${name}/gantry.app.yaml`, readFileSync(join(PROJECT, name, 'gantry.app.yaml'), 'utf8')],
          ]),
        ),
      },
    });
    await project.remove('stack.yaml');
    const run = async (...args: string[]): Promise<Several['stacks']> => {
      const {code, stderr, document} = await project.json<Several>([...args, '--all', '-w', 'prod']);
      expect(code, stderr + JSON.stringify(document)).toBe(0);
      return document.stacks;
    };
    const first = await run('apply', '--yes', '--no-wait');
    expect(first.map(({stack}) => stack).toSorted()).toEqual(STACKS.toSorted());

    const passwordOf = async (name: string) =>
      (await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name}))?.['data'];
    const before = await Promise.all(['notes-db', 'orders-api-audit', 'login-signing'].map(passwordOf));
    const second = await run('preview');
    for (const {stack, result} of second) {
      const actions = new Set(result?.changes.map(({action}) => action));
      expect([...actions], stack).toEqual(['unchanged']);
    }
    await run('apply', '--yes', '--no-wait');
    expect(await Promise.all(['notes-db', 'orders-api-audit', 'login-signing'].map(passwordOf))).toEqual(before);
    const pull = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'private-registry'});
    const config = Buffer.from(String((pull?.['data'] as JsonObject)['.dockerconfigjson']), 'base64').toString();
    expect(JSON.parse(config)).toEqual({
      auths: {
        'registry.example.com': {
          username: 'fleet',
          password: 'r3gistry-token',
          auth: Buffer.from('fleet:r3gistry-token').toString('base64'),
        },
      },
    });
  });
});

/** The kinds of the Prometheus operator and of the Gateway API. Not every cluster has them. */
const CUSTOM = [
  ['monitoring.coreos.com', 'ServiceMonitor'],
  ['gateway.networking.k8s.io', 'HTTPRoute'],
] as const;
const APPROVED = {'api-approved.kubernetes.io': 'unapproved, for tests'};
const ANY: JsonObject = {type: 'object', 'x-kubernetes-preserve-unknown-fields': true};
