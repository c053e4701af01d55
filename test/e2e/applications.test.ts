import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {ResourceExplanation} from '../../src/app/explain-resource.ts';
import type {ValueExplanation} from '../../src/app/explain-value.ts';
import {readYaml} from '../../src/config/yaml/read-yaml.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {jsonAt} from '../../src/core/json-at.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {canary} from '../rig/canaries.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import {expectNoLeak, runAll} from '../rig/leak-check.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const EXAMPLES = join(import.meta.dirname, '../golden/applications');
/** Examples with objects. The others show problems. */
const BUILT = readdirSync(EXAMPLES).filter((name) => {
  const file = join(EXAMPLES, name, 'expected.yaml');
  return existsSync(file) && readFileSync(file, 'utf8').startsWith('apiVersion');
});

const WEB = ({image = 'nginx:1.28', log = 'debug', page = 'hello', replicas = '2', more = ''} = {}): string => `web:
  workload:
    service:
      containers:
        web:
          image: ${image}
          env: {LOG: ${log}, TOKEN: ref://app/token}
          files: {/usr/share/nginx/html/index.html: {content: ${page}}}
      ports: [{port: 80, targetPort: 8080}]
${replicas === '' ? '' : `      replicas: ${replicas}\n`}${more}`;

const IMAGE = 'spec.template.spec.containers[name="web"].image';
const LOG = 'spec.template.spec.containers[name="web"].env[name="LOG"].value';

onCluster('applications', (cluster) => {
  const workspaceFile = (more: JsonObject = {}): JsonObject => ({
    name: 'test',
    context: {kubeconfig_path: cluster.kubeconfigPath},
    secretStore: {provider: {file: {path: '../secrets'}}},
    ...more,
  });

  async function scene(files: Readonly<Record<string, unknown>>, workspace: JsonObject = {}) {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const stack = await makeStack({
      files: {
        'stack.yaml': {name: 'shop', workspace: 'test', namespace},
        'workspaces/test.yaml': workspaceFile(workspace),
        'secrets/app': JSON.stringify({token: 't0ken'}),
        ...files,
      },
    });
    const ref = (kind: string, name: string, apiVersion = 'v1') => ({apiVersion, kind, namespace, name});
    return {
      stack,
      namespace,
      ref,
      deployment: ref('Deployment', 'web', 'apps/v1'),
      id: `apps/v1:Deployment:${namespace}:web`,
    };
  }

  /** The pending changes of fields, with their places in the files of the stack. */
  const fieldsIn = async (stack: Stack) =>
    (await pendingChanges(stack)).flatMap(({id, fields}) =>
      fields.map(({path, after, cause, at}) => [
        id.split(':')[1],
        path,
        after,
        cause,
        at === undefined ? undefined : `${at.file.replace(`${stack.dir}/`, '')}:${at.line}`,
      ]),
    );

  it.each(BUILT)('the example %s is applied, and a second apply changes nothing', async (name) => {
    const folder = join(EXAMPLES, name, 'input');
    const filesIn = (directory: string): Readonly<Record<string, string>> =>
      Object.fromEntries(
        readdirSync(join(folder, directory), {withFileTypes: true})
          .filter((entry) => entry.isFile() && entry.name !== 'project.yaml')
          .map((entry) => [join(directory, entry.name), readFileSync(join(folder, directory, entry.name), 'utf8')]),
      );
    const {namespace, stack} = await scene({
      ...filesIn('.'),
      'secrets/db': JSON.stringify({password: 'p4ssword'}),
      'secrets/api': JSON.stringify({token: 't0ken'}),
    });
    const [written] = readYaml(readFileSync(join(folder, 'stack.yaml'), 'utf8'), 'stack.yaml').documents;
    await stack.write({'stack.yaml': {...(written?.value as JsonObject), namespace}});
    const prod = join(folder, 'workspaces/prod.yaml');
    if (existsSync(prod)) {
      const own = readYaml(readFileSync(prod, 'utf8'), prod).documents[0]?.value as JsonObject;
      const context = {...(own['context'] as JsonObject | undefined), kubeconfig_path: cluster.kubeconfigPath};
      await stack.write({'workspaces/prod.yaml': workspaceFile({...own, name: 'prod', context})});
    }
    const args = ['-w', existsSync(prod) ? 'prod' : 'test'];
    await applied(stack, ['--no-wait', ...args]);
    expect(await pendingChanges(stack, args)).toEqual([]);
    await applied(stack, ['--no-wait', ...args]);
    const {document} = await stack.json<{releases: readonly JsonObject[]}>(['release', 'list', ...args]);
    expect(document.releases).toHaveLength(1);
    const pvc = `v1:PersistentVolumeClaim:${namespace}:api-data`;
    await destroyed(stack, [
      '--allow-delete',
      'all',
      ...(name === 'everything' ? ['--allow-data-loss', pvc] : []),
      ...args,
    ]);
  });

  it('a changed line is one change with its place, a rollback restores it, and drift is found', async () => {
    const {stack, deployment, id} = await scene({'gantry.app.yaml': WEB()});
    await applied(stack);
    await stack.write({'gantry.app.yaml': WEB({image: 'nginx:1.29', log: 'warn'})});
    expect(await fieldsIn(stack)).toEqual([
      ['Deployment', LOG, 'warn', 'spec', 'gantry.app.yaml:7'],
      ['Deployment', IMAGE, 'nginx:1.29', 'spec', 'gantry.app.yaml:6'],
    ]);
    await applied(stack);
    const imageOf = async () =>
      jsonAt((await cluster.get(deployment)) ?? {}, ['spec', 'template', 'spec', 'containers', 0, 'image']);
    expect(await imageOf()).toBe('nginx:1.29');

    const back = await stack.gantry(['release', 'rollback', '--yes']);
    expect(back, back.stderr).toMatchObject({code: 0});
    expect(await imageOf()).toBe('nginx:1.28');

    await cluster.patchAs('kubectl-edit', deployment, {spec: {replicas: 5}});
    await stack.write({'gantry.app.yaml': WEB()});
    expect(await fieldsIn(stack)).toEqual([['Deployment', 'spec.replicas', 2, 'drift', 'gantry.app.yaml:10']]);
    const why = await stack.json<ResourceExplanation>(['why', id, 'spec.replicas']);
    const at = {file: expect.stringContaining('gantry.app.yaml') as string, line: 10};
    expect(why.document).toMatchObject({field: {source: 'files', written: 2, at}});

    await destroyed(stack);
    expect(await cluster.get(deployment)).toBeUndefined();
  });

  it('a changed file restarts the pods', async () => {
    const {stack} = await scene({'gantry.app.yaml': WEB()});
    await applied(stack);
    await stack.write({'gantry.app.yaml': WEB({page: 'goodbye'})});
    expect(await pendingChanges(stack)).toMatchObject([
      {id: expect.stringContaining('ConfigMap:') as string, action: 'update'},
      {id: expect.stringContaining('Deployment:') as string, action: 'update', effects: ['pods-restart']},
    ]);
  });

  it('a value of a secret store is in a Secret only, and in nothing that Gantry writes or prints', async () => {
    const {stack, deployment, ref} = await scene({'gantry.app.yaml': WEB()});
    const token = canary('token');
    await stack.write({'secrets/app': JSON.stringify({token})});
    await applied(stack);
    expect(await cluster.get(ref('Secret', 'web-secrets'))).toMatchObject({
      data: {'web.TOKEN': Buffer.from(token).toString('base64')},
    });
    expect(JSON.stringify(await cluster.get(deployment))).not.toContain('canary-');
    const printed = await runAll(stack, [['build'], ['preview'], ['apply', '--yes'], ['release', 'show']]);
    await expectNoLeak(stack, printed, {token});
  });

  it('a value of the workspace has the cause workspace and its line, and the application has priority', async () => {
    const modules = (replicas: number) => ({
      modules: {
        service: {
          configs: {
            default: {replicas: 1, labels: {team: 'ops', cost: 'low'}},
            own: {replicas, projectSelector: ['shop']},
          },
        },
      },
    });
    const {stack, id} = await scene({'gantry.app.yaml': WEB({replicas: ''})}, modules(3));
    await applied(stack);
    await stack.write({'workspaces/test.yaml': workspaceFile(modules(4))});
    expect(await fieldsIn(stack)).toEqual([
      ['Deployment', 'spec.replicas', 4, 'workspace', expect.stringMatching(/^workspaces\/test\.yaml:\d+$/)],
    ]);
    const explained = await stack.json<ValueExplanation>(['build', '--explain', `${id}#spec.replicas`]);
    expect(explained.document.layers.map(({layer, value, at}) => [layer, value, at?.file])).toEqual([
      ['modules', 1, expect.stringContaining('workspaces/test.yaml')],
      ['modules', 4, expect.stringContaining('workspaces/test.yaml')],
    ]);
    await stack.write({'gantry.app.yaml': WEB({replicas: '2', more: '      labels: {team: shop}\n'})});
    const built = await stack.gantry(['build']);
    expect(built.stdout).toContain('replicas: 2\n');
    expect(built.stdout).toMatch(/team: shop\n/);
    expect(built.stdout).toMatch(/cost: low\n/);
  });

  it('the file of the workspace is merged over the application file', async () => {
    const {stack, id} = await scene(
      {
        'gantry.app.yaml': WEB({log: '"${context:level}"'}),
        'gantry.app.test.yaml': 'web: {workload: {service: {containers: {web: {image: "nginx:1.29"}}}}}\n',
      },
      {context: {kubeconfig_path: cluster.kubeconfigPath, level: 'info'}},
    );
    await applied(stack);
    const explain = async (path: string) =>
      (await stack.json<ValueExplanation>(['build', '--explain', `${id}#${path}`])).document.layers.map(
        ({layer, value, at, context}) => [
          layer,
          value,
          `${at?.file.replace(`${stack.dir}/`, '') ?? ''}:${at?.line ?? 0}`,
          ...(context ?? []).map(({key}) => key),
        ],
      );
    expect(await explain(IMAGE)).toEqual([
      ['source', 'nginx:1.28', 'gantry.app.yaml:6'],
      ['overlay', 'nginx:1.29', 'gantry.app.test.yaml:1'],
    ]);
    expect(await explain(LOG)).toEqual([
      ['source', '${context:level}', 'gantry.app.yaml:7'],
      ['context', 'info', 'gantry.app.yaml:7', 'level'],
    ]);
    await stack.write({
      'gantry.app.test.yaml': 'web: {workload: {service: {containers: {web: {image: "nginx:1.30"}}}}}\n',
    });
    expect(await fieldsIn(stack)).toEqual([['Deployment', IMAGE, 'nginx:1.30', 'workspace', 'gantry.app.test.yaml:1']]);
  });

  it('a value of a secret store outside of variables and files is refused at its line', async () => {
    const {stack} = await scene({
      'gantry.app.yaml': WEB().replace(
        '          image:',
        '          args: ["--token=${ref://app/token}"]\n          image:',
      ),
    });
    const {code, stderr} = await stack.gantry(['preview']);
    expect(code).toBe(3);
    expect(stderr).toContain('gantry.app.yaml:6:18: error: `spec.template.spec.containers[0].args[0]`');
  });

  it('an application takes over the objects that Kusion made, without a change', async () => {
    const labels = {'app.kubernetes.io/name': 'web', 'app.kubernetes.io/part-of': 'shop'};
    const name = 'shop-dev-web';
    // As an import of a Kusion release writes them: without the empty fields of Go.
    const items = [
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: {name, labels: {...labels, team: 'web'}},
        spec: {
          replicas: 2,
          selector: {matchLabels: labels},
          template: {
            metadata: {labels: {...labels, team: 'web'}},
            spec: {
              containers: [
                {
                  name: 'web',
                  image: 'nginx:1.28',
                  resources: {limits: {cpu: '500m'}},
                  volumeMounts: [{name: `${name}-web-0`, mountPath: '/etc/app'}],
                },
              ],
              volumes: [{name: `${name}-web-0`, configMap: {name: `${name}-web-0`, defaultMode: 420}}],
            },
          },
        },
      },
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {name: `${name}-web-0`},
        data: {'app.conf': 'a'},
      },
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: {name: `${name}-private`, labels: {...labels, team: 'web'}},
        spec: {
          type: 'ClusterIP',
          ports: [{name: `${name}-private-80-tcp`, port: 80, protocol: 'TCP', targetPort: 8080}],
          selector: labels,
        },
      },
    ];
    const {stack, namespace} = await scene({
      'project.yaml': {name: 'shop'},
      'manifests/all.yaml': {apiVersion: 'v1', kind: 'List', items},
    });
    const use = (source: JsonObject) =>
      stack.write({'stack.yaml': {name: 'dev', workspace: 'test', namespace, sources: [source]}});
    await use({manifests: 'manifests/*'});
    await applied(stack);
    await use({app: {file: 'gantry.app.yaml', naming: 'kusion'}});
    await stack.write({
      'gantry.app.yaml': {
        web: {
          workload: {
            _type: 'service.Service',
            replicas: 2,
            labels: {team: 'web'},
            containers: {
              web: {
                image: 'nginx:1.28',
                resources: {cpu: '500m'},
                files: {'/etc/app/app.conf': {content: 'a', mode: '0644'}},
              },
            },
          },
          accessories: {network: {_type: 'network.Network', ports: [{port: 80, targetPort: 8080}]}},
        },
      },
    });
    const {document} = await stack.json<Plan>(['preview']);
    expect(document.changes.map(({id, action, fields}) => [id.split(':')[1], action, fields])).toEqual([
      ['ConfigMap', 'unchanged', []],
      ['Deployment', 'unchanged', []],
      ['Service', 'unchanged', []],
    ]);
  });
});
