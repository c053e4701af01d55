import {expect, it} from 'vitest';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

const PROGRAM = `import {defineApplications} from 'gantry/module';
import {image} from './lib/image.ts';

export default defineApplications({context: ['domain']}, ({workspace, context}) => ({
  web: {
    workload: {
      service: {
        containers: {
          web: {image, env: {DOMAIN: context.domain, WORKSPACE: workspace, HOST: '\${context:domain}'}},
        },
        ports: [{port: 80}],
        replicas: 0,
      },
    },
  },
}));
`;

onCluster('applications as a program', (cluster) => {
  async function scene(program = PROGRAM, files: Readonly<Record<string, string | object>> = {}) {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const stack = await makeStack({
      files: {
        'stack.yaml': {name: 'shop', workspace: 'test', namespace},
        'gantry.app.ts': program,
        'lib/image.ts': "export const image: string = 'nginx:1.28';\n",
        'workspaces/test.yaml': {
          name: 'test',
          context: {
            kubeconfig_path: cluster.kubeconfigPath,
            domain: 'shop.example',
            AWS_SECRET_ACCESS_KEY: 'ref://aws/key',
          },
        },
        ...files,
      },
    });
    return {stack, namespace};
  }

  const refused = async (...args: Parameters<typeof scene>) => {
    const {stack} = await scene(...args);
    const built = await stack.gantry(['build']);
    expect(built.code).toBe(3);
    return built.stderr;
  };

  it('a program defines applications, and the file of the workspace is merged over them', async () => {
    const {stack, namespace} = await scene(PROGRAM, {
      'gantry.app.test.yaml': 'web: {workload: {service: {containers: {web: {env: {LAID: "over"}}}}}}\n',
    });
    await applied(stack);
    const deployment = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    const env = [
      {name: 'DOMAIN', value: 'shop.example'},
      {name: 'WORKSPACE', value: 'test'},
      {name: 'HOST', value: 'shop.example'},
      {name: 'LAID', value: 'over'},
    ];
    expect(await cluster.get(deployment)).toMatchObject({
      spec: {replicas: 0, template: {spec: {containers: [{image: 'nginx:1.28', env}]}}},
    });
    expect(await pendingChanges(stack)).toEqual([]);
    const field = `apps/v1:Deployment:${namespace}:web#spec.template.spec.containers[name="web"]`;
    const source = await stack.gantry(['build', '--explain', `${field}.image`]);
    expect(source.stdout).toMatch(/source +gantry\.app\.ts:9:17 +written +nginx:1\.28/);
    const overlay = await stack.gantry(['build', '--explain', `${field}.env[name="LAID"].value`]);
    expect(overlay.stdout).toMatch(/overlay +gantry\.app\.test\.yaml:1:\d+ +laid over +over/);
    await destroyed(stack);
  });

  it('all wrong fields of a program are reported at their lines', async () => {
    const text = await refused(
      PROGRAM.replace('replicas: 0', "replicass: 0,\n        type: 'x'").replace('port: 80', 'prt: 80'),
    );
    expect(text).toContain('gantry.app.ts:12:9: error: unknown field `replicass` (config/unknown-field)');
    expect(text).toContain('field web.workload.service.replicass');
    expect(text).toContain('Did you mean `replicas`?');
    expect(text).toMatch(/gantry\.app\.ts:11:\d+: error: unknown field `prt`/);
  });

  it.each([
    {
      name: 'credentials',
      program: PROGRAM.replace("['domain']", "['AWS_SECRET_ACCESS_KEY', 'domian']"),
      want: [
        'gantry.app.ts requests the context key AWS_SECRET_ACCESS_KEY, which is or may be a credential',
        'gantry.app.ts requests the context key domian, but the workspace does not have this key',
      ],
    },
    {
      name: 'a socket',
      program: "import 'node:net';\nexport default {};\n",
      want: ['gantry.app.ts:2:1: error: gantry.app.ts: it uses node:net, but it must not use the network'],
    },
    {
      name: 'nothing',
      program: 'export default () => undefined;\n',
      want: ['it returned a value that cannot be used: it is undefined (app/program)'],
    },
    {
      name: 'a list',
      program: 'export default [];\n',
      want: ['the program must return an object that maps names to applications (config/wrong-type)'],
    },
  ])('a program that wants or returns $name is refused', async ({program, want}) => {
    const text = await refused(program);
    for (const one of want) expect(text).toContain(one);
  });

  it('two application files are refused, and so is a program for one workspace', async () => {
    expect(await refused(PROGRAM, {'gantry.app.yaml': '{}\n'})).toContain(
      'the stack has several application files: gantry.app.yaml, gantry.app.ts (source/app)',
    );
    expect(await refused(PROGRAM, {'gantry.app.test.ts': PROGRAM})).toContain(
      'gantry.app.test.ts is a program for one workspace, and such programs are not supported',
    );
  });

  it('a source can be a program in another folder, but not outside of the project', async () => {
    const {stack, namespace} = await scene('export default {};\n', {
      'apps/web.js': "export default {web: {workload: {service: {containers: {web: {image: 'nginx:1.28'}}}}}};\n",
    });
    const sources = (app: string) => ({'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources: [{app}]}});
    await stack.write(sources('apps/web.js'));
    expect((await stack.gantry(['build', '-o', 'yaml'])).stdout).toContain('image: nginx:1.28');
    await stack.write(sources('../../web.ts'));
    expect((await stack.gantry(['build'])).stderr).toContain('is outside of the project directory');
  });
});
