import {randomBytes, X509Certificate} from 'node:crypto';
import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {leaks} from '../rig/canaries.ts';
import {chartFiles, GENERATED, generatedStack} from '../rig/generated-chart.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';

const NOTHING = {action: 'unchanged'};
type Live = Record<string, Record<string, unknown>> | undefined;
const decoded = (secret: Live, key: string): string =>
  Buffer.from(String(secret?.['data']?.[key]), 'base64').toString();

onCluster('generated values of a Helm chart', (cluster) => {
  beforeAllBuild('helm', 'helm4');

  describe.each(['helm', 'helm4'] as const)('rendered by %s', (tool) => {
    const opened = async (options?: Parameters<typeof generatedStack>[2]) => {
      const stack = await generatedStack(cluster, tool, options);
      const webhook = `web-${stack.namespace}`;
      cluster.deleteAtEnd({
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        name: webhook,
      });
      const values = async () => {
        const [tls, password, deployment] = await Promise.all([
          stack.live('Secret', 'web-tls'),
          stack.live('Secret', 'web-password'),
          stack.live('Deployment', 'web', 'apps/v1'),
        ]);
        const hooks = await cluster.get({
          apiVersion: 'admissionregistration.k8s.io/v1',
          kind: 'ValidatingWebhookConfiguration',
          name: webhook,
        });
        const template = deployment?.['spec']?.['template'] as Live;
        const annotations = template?.['metadata']?.['annotations'] as Record<string, string> | undefined;
        const [hook] = (hooks?.['webhooks'] ?? []) as readonly {clientConfig: {caBundle: string}}[];
        return {
          ca: decoded(tls, 'ca.crt'),
          certificate: decoded(tls, 'tls.crt'),
          key: decoded(tls, 'tls.key'),
          password: decoded(password, 'password'),
          settings: decoded(password, 'settings.ini'),
          caBundle: Buffer.from(String(hook?.clientConfig.caBundle), 'base64').toString(),
          checksum: annotations?.['checksum/tls'],
          revision: deployment?.['metadata']?.['generation'],
        };
      };
      const preview = async (...args: string[]) => (await stack.json<Plan>('preview', ...args)).document;
      return {...stack, values, preview};
    };

    it('two previews after an apply have no change, and an apply writes nothing', async () => {
      const {gantry, values, preview, stack} = await opened();
      expect(await gantry('apply', '--yes')).toMatchObject({code: 0});
      const first = await values();
      const ca = new X509Certificate(first.ca);
      expect(new X509Certificate(first.certificate).verify(ca.publicKey)).toBe(true);
      expect(first.caBundle).toBe(first.ca);
      expect(first.settings).toContain(`password = ${first.password}\n`);
      for (const _ of [1, 2]) {
        const plan = await preview();
        expect(plan.changes).toEqual(plan.changes.map(() => expect.objectContaining(NOTHING)));
        expect(plan.diagnostics).toEqual([]);
      }
      const again = await gantry('apply', '--yes');
      expect(again).toMatchObject({code: 0, stdout: expect.stringContaining('4 unchanged')});
      expect(await values()).toEqual(first);
      // Nothing that Gantry keeps or prints contains a generated value.
      const kept = await textsBelow(stack.home);
      const shown = await gantry('release', 'show', '-o', 'json');
      const secrets = {key: first.key, password: first.password, ca: first.ca, checksum: String(first.checksum)};
      expect(leaks(kept + shown.stdout + again.stdout + again.stderr, secrets)).toEqual([]);
    });

    it('a deleted member renews all values of the chart, and the plan says why', async () => {
      const {gantry, values, preview, namespace} = await opened();
      await gantry('apply', '--yes');
      const before = await values();
      await cluster.delete({apiVersion: 'v1', kind: 'Secret', namespace, name: 'web-password'});
      const plan = await preview();
      const because = `all generated values of web are new, because the cluster has no stringData.password of v1:Secret:${namespace}:web-password`;
      expect(plan.diagnostics).toContainEqual(expect.objectContaining({message: because, severity: 'warning'}));
      expect(await gantry('apply', '--yes')).toMatchObject({code: 0});
      const after = await values();
      for (const name of ['ca', 'certificate', 'key', 'password', 'caBundle', 'checksum', 'revision'] as const)
        expect(after[name], name).not.toBe(before[name]);
      expect(after.caBundle).toBe(after.ca);
      expect((await preview()).changes).toEqual(plan.changes.map(() => expect.objectContaining(NOTHING)));
    });

    it('a generated value that a new version of the chart adds leaves the others as they are', async () => {
      const {gantry, values, preview, live, stack, namespace} = await opened();
      await gantry('apply', '--yes');
      const before = await values();
      const more =
        'apiVersion: v1\nkind: Secret\nmetadata: {name: web-cookie}\nstringData: {cookie: {{ randAlphaNum 20 }}}\n';
      await stack.write(chartFiles({...GENERATED, 'templates/more.yaml': more}));
      const plan = await preview();
      expect(plan.summary).toMatchObject({create: 1, update: 0, replace: 0});
      const added = `the chart adds stringData.cookie of v1:Secret:${namespace}:web-cookie: it is new, and the other generated values of web are kept`;
      expect(plan.diagnostics).toContainEqual(expect.objectContaining({message: added, severity: 'note'}));
      expect(await gantry('apply', '--yes')).toMatchObject({code: 0});
      expect(await values()).toEqual(before);
      expect(decoded(await live('Secret', 'web-cookie'), 'cookie')).toMatch(/^\w{20}$/);
      expect((await preview()).changes.filter(({action}) => action !== 'unchanged')).toEqual([]);
    });

    it('--regenerate renews the values on purpose, and a typo in it is an error', async () => {
      const {gantry, values, preview} = await opened();
      await gantry('apply', '--yes');
      const before = await values();
      expect(await gantry('preview', '--regenerate', 'wob')).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('--regenerate wob: generated values not found'),
      });
      expect(await gantry('apply', '--yes', '--regenerate', 'web')).toMatchObject({code: 0});
      const after = await values();
      expect(after.password).not.toBe(before.password);
      expect(after.caBundle).toBe(after.ca);
      expect((await preview()).summary).toMatchObject({update: 0, create: 0});
    });

    it('a certificate that has used two thirds of its life renews the values', async () => {
      const {gantry, values, preview, set} = await opened();
      // A certificate of zero days has expired when it is made.
      await set({values: {days: 0}});
      await gantry('apply', '--yes');
      const before = await values();
      const plan = await preview();
      expect(plan.diagnostics).toContainEqual(
        expect.objectContaining({message: expect.stringMatching(/because the certificate in .* expired on \d{4}-/)}),
      );
      await gantry('apply', '--yes');
      expect((await values()).key).not.toBe(before.key);
    });

    it('values that a changed chart keeps are reported, and their certificates are compared', async () => {
      const {gantry, values, preview, namespace, set} = await opened();
      await gantry('apply', '--yes');
      const before = await values();
      await set({values: {host: 'new.example.com', region: 'us'}});
      const plan = await preview();
      expect(plan.changes.filter(({action}) => action !== 'unchanged')).toMatchObject([
        {id: `apps/v1:Deployment:${namespace}:web`, action: 'update'},
      ]);
      expect(plan.diagnostics).toEqual([
        expect.objectContaining({
          severity: 'note',
          message: expect.stringContaining('the generated values of web stay as they are in the cluster'),
          hint: expect.stringContaining('--regenerate web'),
        }),
        expect.objectContaining({
          severity: 'warning',
          message: expect.stringContaining(
            'is kept: it is valid for DNS:web.example.com, and a new one would be valid for DNS:new.example.com',
          ),
        }),
      ]);
      await gantry('apply', '--yes');
      expect(await values()).toMatchObject({key: before.key, password: before.password});
      // The change is applied. Only the certificate is still another one than the chart would make.
      expect((await preview()).diagnostics.map(({severity}) => severity)).toEqual(['warning']);
      // A change of values that changes no object gives no note about generated values.
      await set({values: {host: 'web.example.com', region: 'us', days: 365}});
      const unchanged = await preview();
      expect(unchanged.summary).toMatchObject({create: 0, update: 0});
      expect(unchanged.diagnostics).toEqual([]);
    });

    it('a change of the text around a generated value is an error until the value is renewed', async () => {
      const {gantry, values, set} = await opened();
      await gantry('apply', '--yes');
      const before = await values();
      await set({values: {level: 'debug'}});
      const refused = await gantry('preview');
      expect(refused.code).toBe(3);
      expect(refused.stderr).toContain('the chart changes the text around the generated value in stringData');
      expect(refused.stderr).toContain('--regenerate web');
      expect(await gantry('apply', '--yes', '--regenerate', 'web')).toMatchObject({code: 0});
      const after = await values();
      expect(after.settings).toBe(`user = admin\npassword = ${after.password}\nlevel = debug\n`);
      expect(after.password).not.toBe(before.password);
    });

    it('a saved plan applies exactly the values that it was made with, and is stale for others', async () => {
      const {gantry, stack, values, preview, namespace, set} = await opened();
      const file = join(stack.dir, 'first.plan');
      expect(await gantry('preview', '--save', file)).toMatchObject({code: 0});
      const sealed = await readFile(file, 'utf8');
      expect(await gantry('apply', file)).toMatchObject({code: 0});
      const first = await values();
      expect(leaks(sealed, {key: first.key, password: first.password})).toEqual([]);
      expect((await preview()).summary).toMatchObject({update: 0, create: 0});
      // A plan that keeps values is stale when somebody changes one of them.
      await set({values: {region: 'us'}});
      const second = join(stack.dir, 'second.plan');
      await gantry('preview', '--save', second);
      await cluster.patchAs(
        'somebody',
        {apiVersion: 'v1', kind: 'Secret', namespace, name: 'web-password'},
        {
          stringData: {password: 'changed-by-hand'},
        },
      );
      expect(await gantry('apply', second)).toMatchObject({
        code: 5,
        stderr: expect.stringContaining('web-password has changed'),
      });
    });

    it('a rollback and a drift check keep the generated values', async () => {
      const {gantry, values, set} = await opened();
      await gantry('apply', '--yes');
      const before = await values();
      await set({values: {region: 'us'}});
      await gantry('apply', '--yes');
      expect(await gantry('drift')).toMatchObject({code: 0});
      expect(await gantry('release', 'rollback', '--yes')).toMatchObject({code: 0});
      const after = await values();
      expect(after).toEqual({...before, revision: expect.any(Number)});
      expect(after.revision).not.toBe(before.revision);
      expect(await gantry('destroy', '--yes')).toMatchObject({code: 0});
    });

    it('a rollback after a destroy names the lost values and gantry apply, which makes new ones', async () => {
      const {gantry, values, preview, namespace} = await opened();
      await gantry('apply', '--yes');
      const before = await values();
      await gantry('destroy', '--yes');
      const refused = await gantry('release', 'rollback', '--to', '1', '--yes');
      expect(refused).toMatchObject({code: 3});
      expect(refused.stderr).toMatch(
        /error: generated values not found in the cluster: .* and \d more\. They belong to web, and releases do not contain generated values/,
      );
      expect(refused.stderr.match(/hint:/g)).toHaveLength(1);
      expect(refused.stderr).toContain('Run "gantry apply"');
      expect(await gantry('apply', '--yes'), namespace).toMatchObject({code: 0});
      const after = await values();
      expect(after.password).toMatch(/^\w{20}$/);
      expect(after.password).not.toBe(before.password);
      expect(after.caBundle).toBe(after.ca);
      expect((await preview()).changes.filter(({action}) => action !== 'unchanged')).toEqual([]);
    });

    it('a build without a cluster shows references and no value', async () => {
      const {gantry} = await opened();
      const built = await gantry('build');
      expect(built).toMatchObject({code: 0});
      expect(built.stdout).toContain('ref://chart.generated/web/v1:Secret:web-tls/data/tls.key');
      expect(built.stdout).not.toMatch(/BEGIN|LS0tLS1/);
    });

    it('a name or a selector that the chart generates is an error at its template', async () => {
      const {gantry, stack} = await opened();
      const named =
        '# A comment.\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: "c-{{ randAlpha 8 | lower }}"}\n';
      await stack.write(chartFiles({...GENERATED, 'templates/more.yaml': named}));
      expect(await gantry('preview')).toMatchObject({
        code: 3,
        stderr: expect.stringMatching(
          /templates\/more\.yaml:4.*error: the chart gives this ConfigMap another name in each render/,
        ),
      });
      const selecting =
        'apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec: {ports: [{port: 80}], selector: {app: "{{ randAlpha 8 }}"}}\n';
      await stack.write(chartFiles({...GENERATED, 'templates/more.yaml': selecting}));
      expect(await gantry('preview')).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('the chart generates spec.selector.app of v1:Service:s, which selects objects'),
      });
      const sometimes =
        '{{ if eq (randNumeric 9) (randNumeric 9) }}{{ else }}apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "x"}\ndata: { {{ randAlpha 9 }}: x }\n{{ end }}';
      await stack.write(chartFiles({...GENERATED, 'templates/more.yaml': sometimes}));
      expect(await gantry('preview')).toMatchObject({
        code: 3,
        stderr: expect.stringMatching(/its keys differ|renders another set of objects each time/),
      });
    });

    it('a hook takes the value that the objects keep, and one of its own does not change with each preview', async () => {
      const templates = {
        'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
        'templates/all.yaml': `{{- $password := randAlphaNum 20 }}
apiVersion: v1
kind: Secret
metadata: {name: password}
stringData: {password: {{ $password }}}
---
apiVersion: v1
kind: Secret
metadata: {name: hook, annotations: {helm.sh/hook: "pre-install,pre-upgrade"}}
data: {password: {{ $password | b64enc }}, own: {{ randAlphaNum 20 | b64enc }}, region: {{ .Values.region | default "eu" | b64enc }}}
---
apiVersion: v1
kind: Pod
metadata: {name: "test-{{ randAlpha 6 | lower }}", annotations: {helm.sh/hook: test}}
spec: {containers: [{name: a, image: busybox, args: ["{{ $password }}"]}]}
`,
      };
      const {gantry, live, preview, set} = await opened({templates});
      expect(await gantry('apply', '--yes')).toMatchObject({code: 0});
      const valuesOf = async () => {
        const [own, hook] = await Promise.all([live('Secret', 'password'), live('Secret', 'hook')]);
        return {password: decoded(own, 'password'), ofHook: decoded(hook, 'password'), own: decoded(hook, 'own')};
      };
      const first = await valuesOf();
      expect(first.ofHook).toBe(first.password);
      expect(first.own).toMatch(/^\w{20}$/);
      expect((await preview()).changes.filter(({action}) => action !== 'unchanged')).toEqual([]);
      await set({values: {region: 'us'}});
      expect(await gantry('apply', '--yes')).toMatchObject({code: 0});
      expect(await valuesOf()).toEqual(first);
    });

    it('a hook of a destroy takes the value of an object, and a generated annotation is new', async () => {
      const templates = {
        'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
        'templates/all.yaml': `{{- $password := randAlphaNum 20 }}
apiVersion: v1
kind: Secret
metadata: {name: password}
stringData: {password: {{ $password }}}
---
apiVersion: v1
kind: Secret
metadata: {name: hook, annotations: {helm.sh/hook: pre-delete, roll: {{ randAlphaNum 5 | quote }}}}
data: {password: {{ $password | b64enc }}}
`,
      };
      const {gantry, live} = await opened({templates});
      expect(await gantry('apply', '--yes')).toMatchObject({code: 0});
      const password = await live('Secret', 'password').then((secret) => decoded(secret, 'password'));
      const destroyed = await gantry('destroy', '--yes');
      expect(destroyed, destroyed.stderr).toMatchObject({code: 0, stderr: expect.not.stringContaining(password)});
      expect(await live('Secret', 'password')).toBeUndefined();
    });

    it('a generated value that somebody changed is kept with a warning that names --regenerate', async () => {
      const {gantry, namespace, preview} = await opened();
      await gantry('apply', '--yes');
      const secret = {apiVersion: 'v1', kind: 'Secret', namespace, name: 'web-password'};
      await cluster.patchAs('kubectl-edit', secret, {stringData: {password: 'changed-by-hand'}});
      const {diagnostics} = await preview();
      expect(diagnostics).toContainEqual(
        expect.objectContaining({
          severity: 'warning',
          message: expect.stringMatching(
            `^the generated value in stringData.password of v1:Secret:${namespace}:web-password was changed in the cluster`,
          ),
          hint: expect.stringContaining('--regenerate web'),
        }),
      );
      expect(JSON.stringify(diagnostics)).not.toContain('changed-by-hand');
    });

    it('a secret that a chart looks up before it generates one stays the same', async () => {
      const guarded = `{{- $found := lookup "v1" "Secret" .Release.Namespace "guarded" }}
apiVersion: v1
kind: Secret
metadata: {name: guarded}
data:
  password: {{ if $found }}{{ $found.data.password }}{{ else }}{{ randAlphaNum 16 | b64enc }}{{ end }}
`;
      // The checksum is that of another random text than the password of the first apply.
      const checksum = `apiVersion: v1
kind: ConfigMap
metadata:
  name: checksum
  annotations: {checksum/secret: {{ include (print $.Template.BasePath "/s.yaml") . | sha256sum }}}
`;
      const templates = {
        'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
        'templates/s.yaml': guarded,
        'templates/c.yaml': checksum,
      };
      // The first apply gives the cluster an API, which the templates have seen before.
      const crd = crdOf(`g${randomBytes(4).toString('hex')}.example.com`);
      cluster.deleteAtEnd({apiVersion: crd.apiVersion, kind: crd.kind, name: crd.metadata.name});
      const files = {...templates, 'crds/widget.yaml': JSON.stringify(crd)};
      const {gantry, live, preview} = await opened({templates: files, helm: {lookups: ['guarded']}});
      expect(await gantry('apply', '--yes')).toMatchObject({code: 0});
      const first = decoded(await live('Secret', 'guarded'), 'password');
      for (const _ of [1, 2]) {
        const {summary, diagnostics} = await preview();
        expect(summary).toMatchObject({update: 0, create: 0, unchanged: 3});
        expect(diagnostics.filter(({code}) => code === 'chart/generated')).toEqual([]);
      }
      await gantry('apply', '--yes');
      expect(decoded(await live('Secret', 'guarded'), 'password')).toBe(first);
    });
  });
});

const crdOf = (group: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {name: `widgets.${group}`},
  spec: {
    group,
    scope: 'Namespaced',
    names: {kind: 'Widget', plural: 'widgets'},
    versions: [{name: 'v1', served: true, storage: true, schema: {openAPIV3Schema: {type: 'object'}}}],
  },
});

/** Returns the texts of all files below a directory. */
async function textsBelow(directory: string): Promise<string> {
  const files = (await readdir(directory, {recursive: true, withFileTypes: true})).filter((one) => one.isFile());
  return (await Promise.all(files.map((one) => readFile(join(one.parentPath, one.name), 'latin1')))).join('\n');
}
