import {symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {canary} from '../rig/canaries.ts';
import {configMap} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack} from '../rig/stack.ts';

type Files = Readonly<Record<string, unknown>>;

const chart = (templates: Readonly<Record<string, string>>, name = 'web'): Files => ({
  [`charts/${name}/Chart.yaml`]: `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n`,
  ...Object.fromEntries(Object.entries(templates).map(([file, text]) => [`charts/${name}/${file}`, text])),
});

const FACTS = `apiVersion: v1
kind: ConfigMap
metadata: {name: facts}
data:
  release: "{{ .Release.Name }} {{ .Release.Namespace }} {{ .Release.IsInstall }} {{ .Release.IsUpgrade }}"
  version: "{{ .Capabilities.KubeVersion.Version }}"
  deployments: "{{ .Capabilities.APIVersions.Has "apps/v1/Deployment" }}"
  routes: "{{ .Capabilities.APIVersions.Has "routes.example.com/v1" }}"
  widgets: "{{ .Capabilities.APIVersions.Has "widgets.example.com/v1/Widget" }}"
  gadgets: "{{ .Capabilities.APIVersions.Has "gadgets.example.com/v1/Gadget" }}"
  region: "{{ dig "data" "name" "none" (lookup "v1" "ConfigMap" .Release.Namespace "region") }}"
  missing: "{{ lookup "v1" "ConfigMap" .Release.Namespace "no-such-object" | len }}"
  system: "{{ (lookup "v1" "Namespace" "" "kube-system").metadata.name }}"
  listed: "{{ range (lookup "v1" "ConfigMap" .Release.Namespace "").items }}{{ .metadata.name }} {{ end }}"
`;

const crd = (plural: string, kind: string): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${plural}.${plural}.example.com}
spec:
  group: ${plural}.example.com
  names: {kind: ${kind}, plural: ${plural}, singular: ${kind.toLowerCase()}}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`;

onCluster('a Helm chart as a source', (cluster) => {
  beforeAllBuild('helm', 'helm4');

  describe.each(['helm', 'helm4'] as const)('rendered by %s', (tool) => {
    let program = '';
    beforeAll(async () => {
      program = (await toolPath(tool)) ?? '';
    });
    /** A PATH on which there is this program and no other. */
    const environment = async () => {
      const directory = await scratchDirectory();
      await symlink(program, join(directory, 'helm'));
      return {PATH: directory};
    };

    const stackOf = async (files: Files, helm: JsonObject = {}) => {
      const namespace = cluster.freshNamespace();
      await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
      const stack = await makeStack({
        kubeconfigPath: cluster.kubeconfigPath,
        namespace,
        files: {
          'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources: [{helm: {path: 'charts/web', ...helm}}]},
          ...files,
        },
      });
      const dataOf = async (name: string, place = namespace) =>
        (await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace: place, name}))?.['data'];
      const env = await environment();
      const gantry = (...args: string[]) => stack.gantry(args, {env});
      return {stack, namespace, dataOf, gantry};
    };

    it('templates see the cluster: its version, its APIs, the CRDs of the stack and live objects', async () => {
      const {stack, namespace, dataOf, gantry} = await stackOf({
        ...chart({'templates/facts.yaml': FACTS, 'crds/widgets.yaml': crd('widgets', 'Widget')}),
        'manifests/gadgets.yaml': crd('gadgets', 'Gadget'),
      });
      const sources = [{helm: {path: 'charts/web', release: 'one'}}, {manifests: 'manifests/*'}];
      await stack.write({'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources}});
      await cluster.create(configMap('region', {name: 'eu-1'}, {namespace}));
      const applied = await gantry('apply', '--yes');
      expect(applied).toMatchObject({code: 0, stderr: expect.not.stringContaining('error')});
      const seen = {
        version: expect.stringMatching(/^v1\.\d+\.\d+/),
        deployments: 'true',
        routes: 'false',
        widgets: 'true',
        gadgets: 'true',
        region: 'eu-1',
        missing: '0',
        system: 'kube-system',
        listed: expect.stringContaining('region '),
      };
      expect(await dataOf('facts')).toEqual({...seen, release: `one ${namespace} true false`});
      const again = await gantry('apply', '--yes');
      expect(again).toMatchObject({code: 0});
      expect(await dataOf('facts')).toEqual({
        ...seen,
        release: `one ${namespace} false true`,
        listed: expect.stringContaining('facts '),
      });
    });

    it('a template that looks up a Secret is refused by its name and line, until the source allows it', async () => {
      const secret = canary('what a chart looks up');
      const {stack, namespace, gantry, dataOf} = await stackOf(
        chart({
          'templates/token.yaml':
            'apiVersion: v1\nkind: Secret\nmetadata: {name: copy}\ndata:\n  token: {{ (lookup "v1" "Secret" .Release.Namespace "token").data.token }}\n',
        }),
      );
      await cluster.create({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: {name: 'token', namespace},
        stringData: {token: secret},
      });
      const refused = await gantry('apply', '--yes');
      expect(refused.code).toBe(3);
      expect(refused.stderr).toContain(`charts/web/templates/token.yaml:5`);
      expect(refused.stderr).toContain(`the chart looks up the Secret ${namespace}/token`);
      expect(refused.stderr).toContain('lookups: [token]');
      const sources = [{helm: {path: 'charts/web', lookups: ['token']}}];
      await stack.write({'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources}});
      const applied = await gantry('apply', '--yes');
      expect(applied).toMatchObject({code: 0});
      const copy = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'copy'});
      expect(copy?.['data']).toEqual({token: Buffer.from(secret).toString('base64')});
      expect(await dataOf('copy')).toBeUndefined();
    });
  });
});
