import {createHash} from 'node:crypto';
import {readdir} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {ChartField} from '../../src/core/chart/chart-field.ts';
import type {JsonObject} from '../../src/core/json.ts';
import type {Change, Plan} from '../../src/core/plan/plan.ts';
import {canary} from '../rig/canaries.ts';
import {helmPath} from '../rig/helm-path.ts';
import {expectNoLeak, runAll} from '../rig/leak-check.ts';
import {configMap, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild, runTool} from '../rig/other-tools.ts';
import {makeStack, type Ran, type Stack} from '../rig/stack.ts';

const CHART = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'chart/values.yaml': 'auth:\n  user: app\n  password: ""\nhost: none\nimage:\n  tag: "1"\n',
  'chart/templates/secret.yaml': `apiVersion: v1
kind: Secret
metadata:
  name: {{ .Release.Name }}
type: Opaque
data:
  password: {{ .Values.auth.password | b64enc }}
  app.ini: {{ printf "user = %s\\npassword = %s\\n" .Values.auth.user .Values.auth.password | b64enc }}
  config.json: {{ dict "auths" (dict "reg" (dict "password" .Values.auth.password "auth" (printf "%s:%s" .Values.auth.user .Values.auth.password | b64enc))) | toJson | b64enc }}
stringData:
  plain: {{ .Values.auth.password | quote }}
  block: |
    password={{ .Values.auth.password | quote }}
    url=postgres://{{ .Values.auth.user }}:{{ .Values.auth.password | urlquery }}@{{ .Values.host }}/shop
`,
  'chart/templates/deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata:
      labels: {app: web}
      annotations:
        checksum/secret: {{ include (print $.Template.BasePath "/secret.yaml") . | sha256sum }}
    spec:
      terminationGracePeriodSeconds: 0
      containers:
        - name: app
          image: nginx:{{ .Values.image.tag }}
          env:
            - {name: PASSWORD, value: {{ .Values.auth.password | quote }}}
            - {name: HOST, value: "{{ .Values.host }}"}
`,
};

const DEPLOYMENT = 'spec.template.metadata.annotations';

onCluster('the values of a chart', (cluster) => {
  beforeAllBuild('helm', 'helm4');

  describe.each(['helm', 'helm4'] as const)('rendered by %s', (tool) => {
    /** A stack with a chart, and a secret store in a file. */
    async function scene(source: JsonObject, password: string, files: Readonly<Record<string, unknown>> = {}) {
      const namespace = cluster.freshNamespace();
      await cluster.create(namespaceObject(namespace));
      const made = await makeStack({
        namespace,
        files: {
          'stack.yaml': {
            name: 'shop',
            workspace: 'test',
            namespace,
            sources: [{helm: {path: 'chart', release: 'web', ...source}}, ...((files['sources'] as []) ?? [])],
          },
          'workspaces/test.yaml': {
            name: 'test',
            context: {kubeconfig_path: cluster.kubeconfigPath, replicas: 2, region: 'eu'},
            secretStore: {provider: {file: {path: '../secrets'}}},
          },
          ...CHART,
          ...Object.fromEntries(Object.entries(files).filter(([name]) => name !== 'sources')),
        },
      });
      const path = await helmPath(tool);
      const gantry: Stack['gantry'] = (args, options) =>
        made.gantry(args, {...options, env: {PATH: path, ...options?.env}});
      const stack: Stack = {
        ...made,
        gantry,
        json: async <T>(args: readonly string[]) => {
          const ran = await gantry([...args, '-o', 'json']);
          return {...ran, document: JSON.parse(ran.stdout) as T};
        },
      };
      const rotate = (value: string): Promise<void> => stack.write({'secrets/db': JSON.stringify({password: value})});
      await rotate(password);
      const live = (kind: string) => {
        const apiVersion = kind === 'Deployment' ? 'apps/v1' : 'v1';
        return cluster.get({apiVersion, kind, namespace, name: 'web'}) as Promise<JsonObject>;
      };
      return {stack, namespace, rotate, live};
    }

    const ok = (ran: Ran): void => expect(ran, ran.stderr).toMatchObject({code: 0});
    const changesOf = async (stack: Stack): Promise<readonly Change[]> => {
      const {document, stderr, code} = await stack.json<Plan>(['preview']);
      expect(code, stderr).toBe(0);
      return document.changes.filter(({action}) => action !== 'unchanged');
    };
    const annotation = (object: JsonObject): string => {
      const {spec} = object as {spec: {template: {metadata: {annotations: Record<string, string>}}}};
      return spec.template.metadata.annotations['checksum/secret'] ?? '';
    };

    it('a secret in the values gives the objects of a real install, and is written nowhere', async () => {
      const password = canary('chart');
      const values = {auth: {password: 'ref://db/password'}, host: 'db.${context:region}.test'};
      const {stack, namespace, live} = await scene({values}, password);
      const before = await readdir(tmpdir());
      ok(await stack.gantry(['apply', '--yes']));
      const other = cluster.freshNamespace();
      await cluster.create(namespaceObject(other));
      await stack.write({'../real.json': {auth: {password}, host: 'db.eu.test'}});
      await runTool(tool, cluster, [
        'install',
        'web',
        join(stack.dir, 'chart'),
        '-n',
        other,
        '-f',
        join(stack.dir, '../real.json'),
      ]);
      const real = async (kind: string) =>
        (await cluster.get({
          apiVersion: kind === 'Secret' ? 'v1' : 'apps/v1',
          kind,
          namespace: other,
          name: 'web',
        })) as JsonObject;
      expect((await live('Secret'))['data']).toEqual((await real('Secret'))['data']);
      const containers = (object: JsonObject) =>
        (object as {spec: {template: {spec: {containers: JsonObject[]}}}}).spec.template.spec.containers[0]?.['env'];
      expect(containers(await live('Deployment'))).toEqual(containers(await real('Deployment')));
      expect(await changesOf(stack)).toEqual([]);
      expect(await changesOf(stack)).toEqual([]);
      const printed = await runAll(
        stack,
        [['preview'], ['build'], ['status'], ['apply', '--yes'], ['release', 'show']],
        [[], ['-o', 'json']],
      );
      await expectNoLeak(stack, printed, {password});
      const left = (await readdir(tmpdir())).filter((name) => !before.includes(name) && name.startsWith('gantry-helm'));
      expect(left, `${namespace} leaves no run directory`).toEqual([]);
    });

    it('a revealed secret gives the objects of a real install, and is written nowhere', async () => {
      const password = canary('revealed');
      const {stack, live, rotate} = await scene(
        {values: {auth: {password: 'ref://db/password'}}, reveal: ['auth.password']},
        password,
        {
          'chart/templates/derived.yaml':
            'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata:\n  hash: {{ .Values.auth.password | sha256sum }}\n  long: {{ gt (len .Values.auth.password) 10 | quote }}\n',
        },
      );
      const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
      ok(await stack.gantry(['apply', '--yes']));
      expect((await live('ConfigMap'))['data']).toEqual({hash: hash(password), long: 'true'});
      const {data} = (await live('Secret')) as {data: Record<string, string>};
      expect(Buffer.from(data['plain'] ?? '', 'base64').toString()).toBe(password);
      expect(await changesOf(stack)).toEqual([]);
      const printed = await runAll(
        stack,
        [['preview'], ['build'], ['status'], ['release', 'show']],
        [[], ['-o', 'json']],
      );
      await expectNoLeak(stack, printed, {password});
      await rotate('short-one');
      ok(await stack.gantry(['apply', '--yes']));
      expect((await live('ConfigMap'))['data']).toEqual({hash: hash('short-one'), long: 'false'});
      expect(await changesOf(stack)).toEqual([]);
    });

    it('a secret that the chart hashes is an error that names the key, and nothing is applied', async () => {
      const {stack} = await scene({values: {auth: {password: 'ref://db/password'}}}, canary('hashed'), {
        'chart/templates/derived.yaml':
          'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata:\n  hash: {{ .Values.auth.password | sha256sum }}\n',
      });
      const ran = await stack.gantry(['apply', '--yes']);
      expect(ran.code).toBe(3);
      expect(ran.stderr).toMatch(/data\.hash of v1:ConfigMap:web .* computed from the value auth\.password/);
      expect(ran.stderr).toContain('reveal: [auth.password]');
    });

    it('a chart with generated values and a secret keeps the former, and restarts pods for the latter', async () => {
      const {stack, rotate, live} = await scene({values: {auth: {password: 'ref://db/password'}}}, canary('one'), {
        'chart/templates/secret.yaml':
          'apiVersion: v1\nkind: Secret\nmetadata: {name: web}\nstringData:\n  password: {{ .Values.auth.password | quote }}\n  cookie: {{ randAlphaNum 32 }}\n',
      });
      ok(await stack.gantry(['apply', '--yes']));
      expect(await changesOf(stack)).toEqual([]);
      const cookie = async () => ((await live('Secret'))['data'] as JsonObject)['cookie'];
      const [before, first] = [await cookie(), annotation(await live('Deployment'))];
      await rotate(canary('two'));
      const changes = await changesOf(stack);
      expect(changes.find(({id}) => id.includes('Deployment'))?.effects).toContain('pods-restart');
      ok(await stack.gantry(['apply', '--yes']));
      expect(await cookie()).toBe(before);
      expect(annotation(await live('Deployment'))).not.toBe(first);
      expect(await changesOf(stack)).toEqual([]);
    });

    it.each([
      {
        what: 'is looked up beside a new one',
        more: '  cookie: {{ randAlphaNum 32 }}\n',
        annotation: '{{ include (print $.Template.BasePath "/secret.yaml") . | sha256sum }}',
      },
      {
        what: 'is looked up',
        more: '',
        annotation: '{{ include (print $.Template.BasePath "/secret.yaml") . | sha256sum }}',
      },
      {
        what: 'is looked up, with a checksum of it alone',
        more: '',
        annotation:
          '{{ $live := lookup "v1" "Secret" .Release.Namespace "web" }}{{ (ternary (dig "data" "own" "" $live) (randAlphaNum 9) (not (empty $live))) | sha256sum }}',
      },
    ])(
      'a generated password that $what restarts no pods in the runs after the install',
      async ({more, annotation: checksum}) => {
        const {stack, rotate, live} = await scene(
          {values: {auth: {password: 'ref://db/password'}}, lookups: ['web']},
          canary('one'),
          {
            'chart/templates/secret.yaml': `{{- $live := lookup "v1" "Secret" .Release.Namespace "web" }}
apiVersion: v1
kind: Secret
metadata: {name: web}
data:
  own: {{ if $live }}{{ $live.data.own }}{{ else }}{{ randAlphaNum 16 | b64enc }}{{ end }}
stringData:
  password: {{ .Values.auth.password | quote }}
${more}`,
            'chart/templates/deployment.yaml': CHART['chart/templates/deployment.yaml'].replace(
              /checksum\/secret: .*/,
              () => `checksum/secret: ${checksum}`,
            ),
          },
        );
        ok(await stack.gantry(['apply', '--yes']));
        const [secret, first] = [await live('Secret'), annotation(await live('Deployment'))];
        expect(await changesOf(stack)).toEqual([]);
        expect(await changesOf(stack)).toEqual([]);
        ok(await stack.gantry(['apply', '--yes']));
        expect(await changesOf(stack)).toEqual([]);
        expect((await live('Secret'))['data']).toEqual(secret['data']);
        expect(annotation(await live('Deployment'))).toBe(first);
        await rotate(canary('two'));
        expect((await changesOf(stack)).find(({id}) => id.includes('Deployment'))?.effects).toContain('pods-restart');
        ok(await stack.gantry(['apply', '--yes']));
        expect(await changesOf(stack)).toEqual([]);
      },
    );

    it('a value that the chart does not have is a warning at the line of the file of the user, in each preview', async () => {
      const {stack, rotate} = await scene({valuesFiles: ['values.yaml']}, canary('unknown'), {
        'values.yaml':
          'auth: {password: x}\nimage:\n  tga: "2"\npodLabels: {team: shop}\nauht: {password: ref://db/password}\n',
        'chart/values.yaml':
          'auth: {user: app, password: ""}\nhost: none\nimage: {tag: "1"}\npodLabels: {}\nextraEnv: {A: b}\n',
      });
      await rotate('x'.repeat(20));
      const {document, code, stderr} = await stack.json<Plan>(['preview']);
      expect(code, stderr).toBe(0);
      expect(document.diagnostics.map(({code: name, message, hint, at}) => [name, message, hint, at?.line])).toEqual([
        [
          'source/helm-unknown',
          'value image.tga not found in the chart, and no template reads it',
          'Did you mean image.tag?',
          3,
        ],
        ['source/helm-unknown', 'value auht not found in the chart, and no template reads it', 'Did you mean auth?', 5],
      ]);
      expect((await stack.gantry(['preview'])).stderr).toContain('values.yaml:3:');
      ok(await stack.gantry(['apply', '--yes']));
      await stack.write({
        'values.yaml': 'auth: {password: x}\nimage: {tga: "2"}\npodLabels: {team: shop}\n',
        'chart/templates/more.yaml': '{{ if .Values.image.tga }}{{ end }}',
      });
      expect((await stack.json<Plan>(['preview'])).document.diagnostics).toEqual([]);
    });

    it('the hash of a password with random salt is an error, because helm has only a token', async () => {
      const {stack} = await scene({values: {auth: {password: 'ref://db/password'}}}, canary('salted'), {
        'chart/templates/secret.yaml':
          'apiVersion: v1\nkind: Secret\nmetadata: {name: web}\nstringData:\n  plain: {{ .Values.auth.password | quote }}\n  users: {{ htpasswd "app" .Values.auth.password }}\n',
      });
      const ran = await stack.gantry(['preview']);
      expect(ran.code).toBe(3);
      expect(ran.stderr).toMatch(/the hash of a password, perhaps from auth\.password/);
    });

    it('gantry why names the values that a field comes from', async () => {
      const {stack, namespace} = await scene(
        {valuesFiles: ['values.yaml', 'values-${workspace}.yaml?'], values: {replicas: '${context:replicas}'}},
        canary('why'),
        {
          'values.yaml': 'auth:\n  password: ref://db/password\nimage:\n  tag: "2"\nflag: true\n',
          'values-test.yaml': 'image:\n  tag: "3"\n',
          'chart/values.yaml': 'auth:\n  user: app\n  password: ""\nhost: none\nimage:\n  tag: "1"\n',
          'chart/templates/derived.yaml':
            'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata:\n  size: {{ mul .Values.replicas 10 | quote }}\n  mode: {{ ternary "a" "b" .Values.flag }}\n  fixed: x\n  both: {{ printf "%s@%s" .Values.auth.user .Values.host }}\n',
        },
      );
      const why = async (id: string, field: string) => {
        const {document, stderr, code} = await stack.json<{chart: ChartField}>(['why', id, field]);
        expect(code, stderr).toBe(0);
        const {template, values, isComplete} = document.chart;
        const places = values.map(({path, at, isDefault}) => [
          path,
          at.file.split('/').at(-1),
          at.line,
          isDefault === true,
        ]);
        return {template: template.split('/').at(-1), places, isComplete};
      };
      const [config, deployment] = [`v1:ConfigMap:${namespace}:web`, `apps/v1:Deployment:${namespace}:web`];
      const image = await why(deployment, 'spec.template.spec.containers[0].image');
      expect(image).toEqual({
        template: 'deployment.yaml',
        places: [['image.tag', 'values-test.yaml', 2, false]],
        isComplete: true,
      });
      const env = await why(deployment, 'spec.template.spec.containers[0].env[0].value');
      expect(env.places).toEqual([['auth.password', 'values.yaml', 2, false]]);
      expect((await why(config, 'data.size')).places).toEqual([['replicas', 'stack.yaml', expect.any(Number), false]]);
      expect((await why(config, 'data.mode')).places).toEqual([['flag', 'values.yaml', 5, false]]);
      expect((await why(config, 'data.fixed')).places).toEqual([]);
      const both = await why(config, 'data.both');
      expect(both.places.toSorted()).toEqual([
        ['auth.user', 'values.yaml', 2, true],
        ['host', 'values.yaml', 4, true],
      ]);
      const text = await stack.gantry(['why', deployment, 'spec.template.spec.containers[0].image']);
      expect(text.stdout).toMatch(/^Template +\S*deployment\.yaml$/m);
      expect(text.stdout).toMatch(/^Value +image\.tag \(values-test\.yaml:2:\d+\)$/m);
    });

    it('a rotated secret restarts the pods, and the plan says so', async () => {
      const {stack, rotate, live} = await scene({values: {auth: {password: 'ref://db/password'}}}, canary('first'));
      ok(await stack.gantry(['apply', '--yes']));
      const first = annotation(await live('Deployment'));
      expect(first).toMatch(/^[\da-f]{64}$/);
      const second = canary('second');
      await rotate(second);
      const changes = await changesOf(stack);
      expect(changes.find(({id}) => id.includes('Deployment'))).toMatchObject({
        action: 'update',
        effects: expect.arrayContaining(['pods-restart']),
        fields: expect.arrayContaining([
          expect.objectContaining({path: `${DEPLOYMENT}["checksum/secret"]`, before: first, cause: 'secret'}),
        ]),
      });
      ok(await stack.gantry(['apply', '--yes']));
      expect(annotation(await live('Deployment'))).not.toBe(first);
      expect(await changesOf(stack)).toEqual([]);
    });

    it('a value of an object that is not created yet is known after the apply, and right then', async () => {
      const host = '${ref:v1:ConfigMap:NAMESPACE:settings#metadata.uid}';
      const {stack, namespace, live} = await scene({valuesFiles: ['values.yaml']}, canary('unknown'), {
        sources: [{manifests: 'manifests/*.yaml'}],
        'manifests/settings.yaml': configMap('settings', {}),
        'values.yaml': 'auth: {password: "ref://db/password"}\n',
      });
      await stack.write({
        'values.yaml': `auth: {password: "ref://db/password"}\nhost: "${host.replace('NAMESPACE', namespace)}"\n`,
      });
      const {document} = await stack.json<Plan>(['preview']);
      const deployment = document.changes.find(({id}) => id.includes('Deployment'));
      expect(deployment?.fields.find(({path: field}) => field.includes('HOST'))).toMatchObject({unknown: true});
      ok(await stack.gantry(['apply', '--yes']));
      const settings = await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'});
      const uid = (settings?.['metadata'] as JsonObject)['uid'];
      expect(JSON.stringify(await live('Deployment'))).toContain(JSON.stringify({name: 'HOST', value: uid}));
      expect(await changesOf(stack)).toEqual([]);
    });
  });
});
