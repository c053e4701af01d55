import {expect, it} from 'vitest';
import type {ValueExplanation} from '../../src/app/explain-value.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {schemaFields} from '../rig/schema-fields.ts';
import {makeStack} from '../rig/stack.ts';

const SETTINGS = `import {defineModule, z} from 'gantry/module';

export default defineModule({
  name: 'settings',
  version: '1.0.0',
  description: 'A ConfigMap whose name the containers get.',
  input: z.strictObject({text: z.string(), labels: z.record(z.string(), z.string()).optional()}),
  platform: z.strictObject({tier: z.string().default('none'), labels: z.record(z.string(), z.string()).optional()}),
  context: ['domain'],
  generate: ({name, labels, config, context}) => ({
    resources: [
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {name, labels: {...labels, ...config.labels}},
        data: {text: config.text, tier: config.tier, domain: String(context.domain)},
      },
    ],
    patches: [{podAnnotations: {[\`settings/\${name}\`]: config.tier}, env: [{name: 'TIER', value: config.tier}]}],
    outputs: {name, text: \`\${'$'}{ref:v1:ConfigMap:NAMESPACE:\${name}#data.text}\`},
  }),
});
`;

const APPLICATION = `web:
  workload:
    service:
      containers:
        web:
          image: nginx:1.28
          env: {LOG: debug, SETTINGS: "\${output:alpha.name}"}
      ports: [{port: 80}]
  accessories:
    alpha: {module: settings, text: "of \${output:beta.name}: \${output:beta.text}", labels: {team: shop}}
    beta: {module: settings, text: second}
`;

onCluster('modules of the workspace', (cluster) => {
  async function scene(application = APPLICATION, files: Readonly<Record<string, string>> = {}, configs?: object) {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const stack = await makeStack({
      files: {
        'stack.yaml': {name: 'shop', workspace: 'test', namespace},
        'secrets/aws': JSON.stringify({key: 'k3y'}),
        'gantry.app.yaml': application,
        'modules/settings/module.ts': SETTINGS.replaceAll('NAMESPACE', namespace),
        'workspaces/test.yaml': {
          name: 'test',
          context: {
            kubeconfig_path: cluster.kubeconfigPath,
            domain: 'shop.example',
            AWS_SECRET_ACCESS_KEY: 'ref://aws/key',
          },
          secretStore: {provider: {file: {path: '../secrets'}}},
          modules: {
            settings: {
              path: '../modules/settings',
              configs: configs ?? {default: {tier: 'gold', labels: {cost: '7', team: 'none'}}},
            },
          },
        },
        ...Object.fromEntries(
          Object.entries(files).map(([path, text]) => [path, text.replaceAll('NAMESPACE', namespace)]),
        ),
      },
    });
    const ref = (kind: string, name: string, apiVersion = 'v1') => ({apiVersion, kind, namespace, name});
    return {stack, namespace, ref};
  }

  it('a module in a folder makes objects, patches the workload and gives its outputs to another module', async () => {
    const {stack, ref} = await scene();
    await applied(stack);
    const alpha = await cluster.get(ref('ConfigMap', 'web-alpha'));
    expect(alpha).toMatchObject({
      metadata: {labels: {team: 'shop', cost: '7', 'app.kubernetes.io/name': 'web'}},
      data: {text: 'of web-beta: second', tier: 'gold', domain: 'shop.example'},
    });
    const deployment = await cluster.get(ref('Deployment', 'web', 'apps/v1'));
    expect(deployment).toMatchObject({
      spec: {
        template: {
          metadata: {annotations: {'settings/web-alpha': 'gold', 'settings/web-beta': 'gold'}},
          spec: {
            containers: [
              {
                env: [
                  {name: 'TIER', value: 'gold'},
                  {name: 'LOG', value: 'debug'},
                  {name: 'SETTINGS', value: 'web-alpha'},
                ],
              },
            ],
          },
        },
      },
    });
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
  });

  const refused = async (...args: Parameters<typeof scene>) => {
    const {stack} = await scene(...args);
    const built = await stack.gantry(['build']);
    expect(built.code).toBe(3);
    return {text: built.stderr, stack};
  };

  it('problems of fields are reported at once, each at the line of its own file', async () => {
    const {text} = await refused(APPLICATION.replace('text: second', 'txt: second'), {}, {default: {tire: 'gold'}});
    expect(text.split('\n').filter((line) => line.includes(': error: '))).toEqual([
      'gantry.app.yaml:11:11: error: `text` is missing (app/module)',
      'gantry.app.yaml:11:35: error: unknown field `txt` (app/module)',
      expect.stringMatching(/^workspaces\/test\.yaml:\d+:\d+: error: unknown field `tire` \(app\/module\)$/),
    ]);
    expect(text).toContain('Did you mean `text`?');
    expect(text).toContain('Did you mean `tier`?');
  });

  it('an output that does not exist is reported at the value of the workload that names it', async () => {
    const {text} = await refused(APPLICATION.replace('output:alpha.name', 'output:alpha.nam'));
    expect(text).toContain(
      'gantry.app.yaml:7:39: error: ${output:alpha.nam}: output nam not found in alpha (app/module)',
    );
    expect(text).toContain('Did you mean `name`?');
  });

  it('an unknown accessory in an order is an error with those that exist', async () => {
    const {text} = await refused(`${APPLICATION}  order: [sessions]\n`);
    expect(text).toContain(
      'gantry.app.yaml:12:11: error: `web.order[0]`: accessory sessions not found (config/invalid)',
    );
    expect(text).toContain('hint: Use one of: alpha, beta.');
  });

  it('a cycle of outputs is an error that prints it', async () => {
    const {text} = await refused(APPLICATION.replace('text: second', 'text: "${output:alpha.name}"'));
    expect(text).toContain('the accessories need outputs of each other: alpha → beta → alpha');
  });

  it('two modules that set the same field differently are an error that names both, and an order decides', async () => {
    const changed = SETTINGS.replace('value: config.tier}', 'value: name}');
    const files = {'modules/settings/module.ts': changed};
    const {text, stack} = await refused(APPLICATION, files);
    expect(text).toMatch(
      /module settings \(accessory alpha\) and module settings \(accessory beta\) both set `spec\.template\.spec\.containers\[0\]\.env\.TIER`/,
    );
    await stack.write({'gantry.app.yaml': `${APPLICATION}  order: [beta, alpha]\n`});
    const built = await stack.gantry(['build']);
    expect(built, built.stderr).toMatchObject({code: 0});
    expect(built.stdout).toMatch(/name: TIER\s+value: web-alpha/);
  });

  it.each([
    {name: 'outside of the project', path: '../../elsewhere', want: 'modules outside of the project directory'},
    {name: 'of a registry', path: 'oci://registry.example/settings', want: 'modules at an address'},
    {name: 'of a package', path: 'npm:@acme/settings', want: 'modules at an address'},
  ])('a module $name is refused by name', async ({path, want}) => {
    const workspace = {
      name: 'test',
      modules: {settings: {path, ...(path.startsWith('oci') ? {version: '1.0.0'} : {})}},
    };
    const {text} = await refused(APPLICATION, {'workspaces/test.yaml': JSON.stringify(workspace)});
    expect(text).toContain(want);
    expect(text).toContain('not supported');
  });

  it('a module that asks for a credential of the context does not run', async () => {
    const {text} = await refused(APPLICATION, {
      'modules/settings/module.ts': SETTINGS.replace("['domain']", "['AWS_SECRET_ACCESS_KEY']"),
    });
    expect(text).toContain(
      'module settings requests the context key AWS_SECRET_ACCESS_KEY, which is or may be a credential',
    );
  });

  it('two versions of one module are an error that names both', async () => {
    const workspace = {
      name: 'test',
      context: {domain: 'shop.example'},
      modules: {settings: {path: '../modules/settings'}, former: {path: '../modules/former'}},
    };
    const {text} = await refused(APPLICATION.replace('beta: {module: settings', 'beta: {module: former'), {
      'workspaces/test.yaml': JSON.stringify(workspace),
      'modules/former/module.ts': SETTINGS.replace("version: '1.0.0'", "version: '0.9.0'"),
    });
    expect(text).toMatch(
      /gantry\.app\.yaml:11:\d+: error: module former: its folder contains version 0\.9\.0 of the module settings, but the workspace already has version 1\.0\.0 of it/,
    );
  });

  it('a module with another name than in the workspace, and a misspelt module, are refused', async () => {
    const other = await refused(APPLICATION, {
      'modules/settings/module.ts': SETTINGS.replace("name: 'settings'", "name: 'options'"),
    });
    expect(other.text).toContain('its folder contains the module options, but the workspace names it settings');
    const {text} = await refused(APPLICATION.replaceAll('module: settings', 'module: setings'));
    expect(text).toContain('module `setings` not found');
    expect(text).toContain('Did you mean `settings`?');
  });

  it('build --explain names the settings of a module of the workspace, and the schema for editors has its fields', async () => {
    const {stack, namespace} = await scene();
    const explain = async (field: string) =>
      (await stack.json<ValueExplanation>(['build', '--explain', field])).document.layers.map(
        ({layer, op, value, at}) =>
          `${[layer, op].filter((part) => part !== undefined).join(' ')} ${at?.file.replace(`${stack.dir}/`, '') ?? ''}:${at?.line ?? 0} ${String(value)}`,
      );
    const pods = `apps/v1:Deployment:${namespace}:web#spec.template`;
    expect(await explain(`${pods}.metadata.annotations["settings/web-alpha"]`)).toEqual([
      expect.stringMatching(/^module-patch settings workspaces\/test\.yaml:\d+ gold$/),
    ]);
    expect(await explain(`v1:ConfigMap:${namespace}:web-beta#data.text`)).toEqual(['source gantry.app.yaml:11 second']);
    const {stdout} = await stack.gantry(['explain', 'application', '--schema']);
    const accessory = {web: {accessories: {alpha: {module: 'settings'}}}};
    expect(schemaFields(JSON.parse(stdout) as JsonObject, accessory, ['web', 'accessories', 'alpha'])).toEqual([
      'labels',
      'module',
      'text',
    ]);
    await stack.write({'modules/settings/module.ts': 'export default 1;\n'});
    const refused = await stack.gantry(['explain', 'application', '--schema']);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toMatch(/workspaces\/test\.yaml:\d+:\d+: error: .*settings/);
  });
});
