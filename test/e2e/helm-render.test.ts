import {mkdir, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import type {ValueExplanation} from '../../src/app/explain-value.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {canary} from '../rig/canaries.ts';
import {chartArchive} from '../rig/chart-archive.ts';
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
      // An apply of the same chart and values stays an installation, with the look-ups of now.
      expect(await gantry('apply', '--yes')).toMatchObject({code: 0});
      const listed = expect.stringContaining('facts ');
      expect(await dataOf('facts')).toEqual({...seen, listed, release: `one ${namespace} true false`});
      const upgraded = [{helm: {path: 'charts/web', release: 'one', values: {size: 2}}}, {manifests: 'manifests/*'}];
      await stack.write({'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources: upgraded}});
      expect(await gantry('apply', '--yes')).toMatchObject({code: 0});
      expect(await dataOf('facts')).toEqual({...seen, listed, release: `one ${namespace} false true`});
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

    it('the hint allows all Secrets that a chart looks up, and the line of the first one is shown', async () => {
      const lookUp = (name: string, namespace = '.Release.Namespace') => `lookup "v1" "Secret" ${namespace} "${name}"`;
      const {stack, namespace, gantry} = await stackOf(
        chart({
          'templates/a.yaml': `{{- $first := ${lookUp('first')} }}\n{{- $again := ${lookUp('first')} }}\n{{ if $first }}{{ fail "found" }}{{ end }}\n# kind: Secret\n`,
          'templates/b.yaml': `# {{ len (${lookUp('second')}) }} {{ len (${lookUp('third', '"other"')}) }}\n`,
        }),
      );
      await stack.write({
        'stack.yaml': {
          name: 'shop',
          workspace: 'test',
          namespace,
          sources: [{helm: {path: 'charts/web', lookups: ['mine']}}],
        },
      });
      const {code, stderr} = await gantry('preview');
      expect(code).toBe(3);
      // Templates are rendered in an order of Helm's own.
      expect(stderr).toMatch(/charts\/web\/templates\/[ab]\.yaml:1/);
      const hinted = /set `lookups: \[(?<names>[^\]]*)\]` in the source/.exec(stderr)?.groups?.['names'];
      expect(hinted?.split(', ').toSorted()).toEqual(['first', 'mine', 'other/third', 'second']);
    });

    it.each([
      {
        name: 'a missing value has the line of the helper that reads it',
        templates: {
          'templates/_helpers.tpl': '{{- define "web.labels" -}}\napp: {{ .Values.a.b.c }}\n{{- end }}\n',
          'templates/a.yaml': 'kind: ConfigMap\n\ndata: {{ include "web.labels" . }}\n',
        },
        at: 'charts/web/templates/_helpers.tpl:2:9',
        says: '`.Values.a.b.c`: nil pointer evaluating interface {}.b (included from web/templates/a.yaml:3)',
      },
      {
        name: 'a required value has the text of the chart',
        templates: {'templates/a.yaml': 'kind: ConfigMap\n{{ required "set a to 1" .Values.a }}\n'},
        at: 'charts/web/templates/a.yaml:2:4',
        says: 'set a to 1',
      },
      {
        name: 'an unknown function has its line',
        templates: {'templates/a.yaml': 'kind: ConfigMap\n{{ noSuchFunction }}\n'},
        at: 'charts/web/templates/a.yaml:2',
        says: 'function "noSuchFunction" not defined',
      },
      {
        name: 'broken YAML has the line of the template that printed it',
        templates: {'templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ "a: b: c" }}\n'},
        at: 'charts/web/templates/a.yaml:4',
        says: 'the output of the template is not valid YAML, line 4: `name: a: b: c`',
      },
      {
        name: 'an object without a name has the line of its kind',
        templates: {'templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n'},
        at: 'charts/web/templates/a.yaml:2',
        says: '`metadata.name` is missing',
      },
      {
        name: 'a kind that no API serves cannot be looked up',
        templates: {'templates/a.yaml': 'x: {{ lookup "example.com/v1" "Widget" "" "a" }}\n'},
        at: 'charts/web/templates/a.yaml:1:7',
        says: 'the server could not find the requested resource',
      },
      {
        name: 'a list of Secrets is refused',
        templates: {'templates/a.yaml': 'x: {{ lookup "v1" "Secret" "" "" }}\n'},
        at: 'charts/web/templates/a.yaml:1:7',
        says: 'the chart looks up a list of the Secrets in all namespaces',
      },
    ])('$name', async ({templates, at, says}) => {
      const {gantry} = await stackOf(chart(templates));
      const {code, stderr} = await gantry('preview');
      expect(stderr).toContain(at);
      expect(stderr).toContain(says);
      expect(code).toBe(3);
    });

    it('kinds that the cluster does not serve are rendered, and live objects do not stop an install', async () => {
      const widget = 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n';
      const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: live}\n';
      const {stack, namespace, gantry} = await stackOf(chart({'templates/a.yaml': widget, 'templates/b.yaml': map}));
      await cluster.create(configMap('live', {}, {namespace}));
      const built = await gantry('build', '--workspace', 'test');
      expect(built.stdout).toContain('kind: Widget');
      const {code, stdout, stderr} = await gantry('preview');
      expect(stdout + stderr).toContain('example.com/v1');
      expect(stdout + stderr).not.toContain('invalid ownership metadata');
      expect([code, stack.dir]).toEqual([expect.any(Number), stack.dir]);
    });

    it('objects without a namespace are in that of the source, and two releases must have two names', async () => {
      const {stack, namespace, gantry, dataOf} = await stackOf(chart({'templates/facts.yaml': FACTS}));
      const other = cluster.freshNamespace();
      await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: other}});
      const one = {path: 'charts/web'};
      const write = (second: JsonObject) =>
        stack.write({
          'stack.yaml': {
            name: 'shop',
            workspace: 'test',
            namespace,
            sources: [{helm: one}, {helm: {...one, ...second}}],
          },
        });
      await write({namespace: other});
      const refused = await gantry('preview');
      expect(refused.code).toBe(3);
      expect(refused.stderr).toContain('the stack has two helm sources with the name `web`');
      await write({namespace: other, release: 'two'});
      expect(await gantry('apply', '--yes')).toMatchObject({code: 0});
      expect(await dataOf('facts')).toMatchObject({release: `web ${namespace} true false`});
      expect(await dataOf('facts', other)).toMatchObject({release: `two ${other} true false`});
    });

    it('a preview lists the looked-up objects, and a saved plan is stale when one changes', async () => {
      const {stack, namespace, gantry} = await stackOf(
        chart({'templates/facts.yaml': FACTS.replace(/^  listed.*$/m, '')}),
      );
      const region = configMap('region', {name: 'eu-1'}, {namespace});
      await cluster.create(region);
      const {stdout} = await gantry('preview', '-o', 'json');
      expect(JSON.parse(stdout)).toMatchObject({
        lookedUp: [
          'v1/ConfigMap ' + namespace + '/no-such-object',
          `v1/ConfigMap ${namespace}/region`,
          'v1/Namespace kube-system',
        ],
      });
      const text = await gantry('preview', '--save', 'a.plan');
      expect(text.stdout + text.stderr).toContain(
        `charts looked up in the cluster: v1/ConfigMap ${namespace}/no-such-object`,
      );
      await cluster.patchAs(
        'other',
        {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'region'},
        {data: {name: 'eu-2'}},
      );
      const applied = await gantry('apply', 'a.plan');
      expect(applied.code).toBe(5);
      expect(applied.stderr).toContain(`v1/ConfigMap ${namespace}/region`);
      void stack;
    });

    it('the look-ups of a chart are a note of a plan with changes, and only data of one without', async () => {
      const {namespace, gantry} = await stackOf(chart({'templates/facts.yaml': FACTS.replace(/^  listed.*$/m, '')}));
      await gantry('apply', '--yes');
      const unchanged = await gantry('preview', '-o', 'json');
      expect(JSON.parse(unchanged.stdout)).toMatchObject({
        summary: {update: 0, create: 0},
        lookedUp: expect.arrayContaining([`v1/ConfigMap ${namespace}/region`]),
        diagnostics: [],
      });
      expect((await gantry('preview')).stderr).not.toContain('looked up');
      await cluster.create(configMap('region', {name: 'eu-1'}, {namespace}));
      expect((await gantry('preview')).stderr).toContain('charts looked up in the cluster');
    });

    it('a chart that uses the revision or DNS gets a warning at the line, until it is applied', async () => {
      const {stack, gantry, dataOf} = await stackOf(
        chart({
          'templates/a.yaml':
            'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  revision: "{{ .Release.Revision }}"\n  host: "{{ getHostByName "localhost" }}"\n',
          'templates/NOTES.txt': '{{ .Release.Revision }}',
        }),
      );
      const {code, stderr} = await gantry('apply', '--yes');
      expect(code).toBe(0);
      expect(stderr).toMatch(/charts\/web\/templates\/a\.yaml:5:17: warning: the template reads `\.Release\.Revision`/);
      expect(stderr).toMatch(/charts\/web\/templates\/a\.yaml:6:13: warning: the template calls `getHostByName`/);
      expect(stderr).not.toContain('NOTES.txt');
      expect(await dataOf('a')).toEqual({revision: '1', host: ''});
      // A chart that was applied is not new. One that changed is.
      expect((await gantry('preview')).stderr).not.toContain('warning');
      expect((await gantry('build')).stderr).toContain('`.Release.Revision`');
      await stack.write(chart({'templates/b.yaml': '# {{ .Release.Revision }}'}));
      expect((await gantry('preview')).stderr).toMatch(/b\.yaml:1:6: warning: the template reads/);
    });

    it('a chart is built offline with the locked cluster, and a preview says where the cluster differs', async () => {
      const facts = FACTS.replace(/^  system.*$/m, '').replace(/^  listed.*$/m, '');
      const {stack, gantry} = await stackOf(chart({'templates/facts.yaml': facts}));
      const unlocked = await gantry('build');
      expect(unlocked.stderr).toContain('templates see the version and the APIs that Helm itself knows');
      const apis = ['routes.example.com/v1', 'routes.example.com/v1/Route', 'v1', 'v1/ConfigMap'];
      await stack.write({'charts.lock.yaml': {formatVersion: 1, cluster: {version: 'v1.30.1', apis}}});
      const {code, stdout, stderr} = await gantry('build');
      expect(code).toBe(0);
      expect(stderr).toMatch(/facts\.yaml:11:\d+: note: the template looks up an object, and finds none/);
      expect(stderr).not.toContain('that Helm itself knows');
      expect(stdout).toMatch(/version: v1\.30\.1/);
      expect(stdout).toMatch(/routes: ['"]true/);
      expect(stdout).toMatch(/deployments: ['"]false/);
      expect(stdout).toMatch(/region: none/);
      const preview = await gantry('preview');
      expect(preview.stderr).toContain('charts.lock.yaml');
      expect(preview.stderr).toMatch(/the cluster has the version v1\.\d+\.\d+\S* and not v1\.30\.1/);
      expect(preview.stderr).toContain('the cluster does not serve routes.example.com/v1;');
    });

    it('every object names its template and line', async () => {
      const {namespace, gantry} = await stackOf({
        ...chart({'templates/a.yaml': '{{- /* a comment */}}\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'}),
        'charts/web/charts/db/Chart.yaml': 'apiVersion: v2\nname: db\nversion: 1.0.0\n',
        'charts/web/charts/db/templates/b.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n',
      });
      const placeOf = async (name: string) => {
        const ran = await gantry('build', '--explain', `v1:ConfigMap:${namespace}:${name}#kind`, '-o', 'json');
        const at = (JSON.parse(ran.stdout) as ValueExplanation).layers.at(-1)?.at;
        return at && `${at.file.replace(/.*\/shop\//, '')}:${at.line}`;
      };
      expect(await placeOf('a')).toBe('charts/web/templates/a.yaml:3');
      expect(await placeOf('b')).toBe('charts/web/charts/db/templates/b.yaml:2');
    });

    it('a packed chart names its templates as Helm does', async () => {
      const {stack, namespace, gantry} = await stackOf({});
      const template = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {x: "{{ .Values.x.y }}"}\n';
      const packed = chartArchive({name: 'web', version: '1.0.0', files: {'templates/a.yaml': template}});
      await mkdir(join(stack.dir, 'charts'));
      await writeFile(join(stack.dir, 'charts/web-1.0.0.tgz'), packed);
      const write = (values: JsonObject) =>
        stack.write({
          'stack.yaml': {
            name: 'shop',
            workspace: 'test',
            namespace,
            sources: [{helm: {path: 'charts/web-1.0.0.tgz', values}}],
          },
        });
      await write({});
      const refused = await gantry('preview');
      expect(refused.code).toBe(3);
      expect(refused.stderr).toContain('web/templates/a.yaml:4:15: error: `.Values.x.y`');
      await write({x: {y: '1'}});
      expect(await gantry('preview')).toMatchObject({code: 0});
    });

    it('a key that a template prints twice has its last value, as in Helm, and a warning', async () => {
      const {gantry, dataOf} = await stackOf(
        chart({
          'templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  x: "1"\n  x: "2"\n',
        }),
      );
      const {code, stderr} = await gantry('apply', '--yes');
      expect(code).toBe(0);
      expect(stderr).toMatch(
        /charts\/web\/templates\/a\.yaml:6:1: warning: in the output of the template, the key `x` is/,
      );
      expect(await dataOf('a')).toEqual({x: '2'});
    });

    it('a link in the chart that leads out of the project is refused', async () => {
      const {stack, gantry} = await stackOf(
        chart({'templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'}),
      );
      await symlink('/etc/hostname', join(stack.dir, 'charts/web/files'));
      const {code, stderr} = await gantry('build');
      expect(code).toBe(3);
      expect(stderr).toContain('charts/web/files is a link, or below a link, that leads out of the project');
    });
  });
});
