import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {z} from 'zod';
import {
  ModuleImpactOutput,
  ModuleInitOutput,
  ModuleListOutput,
  ModuleShowOutput,
  ModuleTestOutput,
} from '../../src/ui/output/module-output.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const WORKSPACE = '# The cluster of developers.\nname: test\ncontext:\n  cluster: sandbox\n';

const project = (files: Readonly<Record<string, unknown>> = {}): Promise<Stack> =>
  makeStack({
    files: {
      'project.yaml': {name: 'shop'},
      'stack.yaml': {name: 'web', workspace: 'test', namespace: 'default'},
      'workspaces/test.yaml': WORKSPACE,
      ...files,
    },
  });

/** Returns the document of a command, checked by its schema. */
async function documentOf<Model extends z.ZodType>(stack: Stack, args: readonly string[], model: Model) {
  const {document, code} = await stack.json(args);
  return {document: model.parse(document), code};
}

describe('gantry module', () => {
  it('a new module passes its test, is added to the workspace, and works in a stack', async () => {
    const stack = await project();
    const {document} = await documentOf(
      stack,
      ['module', 'init', 'message-queue', '--add', '-w', 'test'],
      ModuleInitOutput,
    );
    expect(document.created).toHaveLength(4);
    const workspace = await readFile(join(stack.dir, 'workspaces/test.yaml'), 'utf8');
    expect(workspace).toBe(`${WORKSPACE}modules:\n  message-queue:\n    path: ../modules/message-queue\n`);

    const tested = await documentOf(stack, ['module', 'test'], ModuleTestOutput);
    expect(tested).toMatchObject({
      code: 0,
      document: {modules: [{name: 'message-queue', tests: [{name: 'default', outcome: 'passed', problems: []}]}]},
    });

    await stack.write({
      'gantry.app.yaml': `web:
  workload: {service: {containers: {web: {image: "nginx:1.29"}}}}
  accessories: {message-queue: {message: hello}}
`,
    });
    const built = await stack.gantry(['build', '-o', 'yaml']);
    expect(built.stdout).toContain('name: MESSAGE_QUEUE\n');
    expect(built.stdout).toContain('team: none\n');
  });

  it('a second module init with the same name writes nothing', async () => {
    const stack = await project();
    await stack.gantry(['module', 'init', 'cache']);
    await stack.write({'modules/cache/module.ts': '// mine'});
    await stack.remove('modules/cache/tests/default/expected.yaml');
    const again = await stack.gantry(['module', 'init', 'cache']);
    expect(again).toMatchObject({code: 3, stderr: expect.stringContaining('nothing was written')});
    expect(await readFile(join(stack.dir, 'modules/cache/module.ts'), 'utf8')).toBe('// mine');
    await expect(readFile(join(stack.dir, 'modules/cache/tests/default/expected.yaml'))).rejects.toThrow('ENOENT');
  });

  it.each([
    {name: 'Cache', stderr: /"Cache" is not a valid name of a module/},
    {name: '../cache', stderr: /is not a valid name of a module/},
    {name: 'network', stderr: /The module network is built in/},
  ])('module init refuses the name $name', async ({name, stderr}) => {
    const stack = await project();
    expect(await stack.gantry(['module', 'init', name])).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(stderr),
    });
  });

  it('module init --add refuses a workspace that is not a file, and writes nothing', async () => {
    const stack = await project();
    const refused = await stack.gantry(['module', 'init', 'cache', '--add', '-w', 'sandbox']);
    expect(refused).toMatchObject({code: 3, stderr: expect.stringContaining('is not a file of the project')});
    expect(await stack.gantry(['module', 'test'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('gantry module init NAME'),
    });
  });

  it('module list shows the built-in modules and those of the workspace, and reports a module that cannot be used', async () => {
    const stack = await project({
      'workspaces/test.yaml': `${WORKSPACE}modules: {cache: {path: ../modules/cache}, broken: {path: ../modules/broken}}\n`,
      'modules/broken/module.ts': 'export default {};',
    });
    await stack.gantry(['module', 'init', 'cache']);
    const {document, code} = await documentOf(stack, ['module', 'list'], ModuleListOutput);
    expect(code).toBe(3);
    expect(document.workspace).toBe('test');
    expect(document.modules).toContainEqual(expect.objectContaining({name: 'service', place: {from: 'built-in'}}));
    expect(document.modules).toContainEqual(
      expect.objectContaining({
        name: 'cache',
        version: '0.1.0',
        place: {from: 'workspace', workspace: 'test', path: '../modules/cache'},
      }),
    );
    expect(document.diagnostics).toEqual([
      expect.objectContaining({
        code: 'module/unusable',
        message: expect.stringMatching(/^module broken: .*`version` is missing/),
      }),
    ]);
  });

  it('module show and module docs describe who sets each field, and always print the same text', async () => {
    const stack = await project({
      'modules/db/module.ts': `import {defineModule, z} from 'gantry/module';
export default defineModule({
  name: 'db',
  version: '2.0.0',
  description: 'A database | with <b>options</b>.',
  input: z.strictObject({
    size: z.enum(['small', 'large']).default('small').describe('The size.'),
    backup: z.strictObject({hour: z.int()}).describe('When it is copied.'),
  }),
  platform: z.strictObject({size: z.enum(['small', 'large']).optional(), image: z.string()}),
  context: ['region'],
  generate: () => ({resources: []}),
});
`,
    });
    const {document} = await documentOf(stack, ['module', 'show', 'db'], ModuleShowOutput);
    const fields = document.fields.map(({name, side, type, required, default: preset}) => ({
      name,
      side,
      type,
      required,
      preset,
    }));
    expect(fields).toEqual([
      {name: 'backup', side: 'application', type: 'Object', required: true, preset: undefined},
      {name: 'size', side: 'both', type: 'string', required: false, preset: 'small'},
      {name: 'image', side: 'platform', type: 'string', required: true, preset: undefined},
    ]);
    expect(document.context).toEqual(['region']);
    const [first, second] = [
      await stack.gantry(['module', 'docs', 'db']),
      await stack.gantry(['module', 'docs', './modules/db']),
    ];
    expect(first.stdout).toBe(second.stdout);
    expect(first.stdout).toContain('A database | with &lt;b>options&lt;/b>.');
    expect(first.stdout).toContain('| `backup.hour` | `integer` | application | required |  |\n');
    expect(first.stdout).toContain('| `size` | `small \\| large` | application or platform | `small` | The size. |\n');
    expect(first.stdout).toContain('- `region`\n');
  });

  it.each([
    {argv: ['module', 'show', 'servce'], stderr: /module `servce` not found.*\n.*Did you mean `service`\?/},
    {argv: ['module', 'show', './modules/none'], stderr: /the folder .*none was not found/},
    {argv: ['module', 'test', 'cahe'], stderr: /module `cahe` not found in .*modules.*\n.*Did you mean `cache`\?/},
  ])('$argv is refused with the nearest name', async ({argv, stderr}) => {
    const stack = await project();
    await stack.gantry(['module', 'init', 'cache']);
    expect(await stack.gantry(argv)).toMatchObject({code: 3, stderr: expect.stringMatching(stderr)});
  });
});

describe('gantry module impact', () => {
  const application = (name: string, accessories: string): string => `${name}:
  workload: {service: {containers: {web: {image: "nginx:1.29"}}}}
  accessories: {${accessories}}
`;
  const scene = async () => {
    const stack = await project({
      'stack.yaml': {name: 'web', namespace: 'default'},
      'gantry.app.yaml': application('web', 'cache: {message: hello}'),
      'api/stack.yaml': {name: 'api', namespace: 'default'},
      'api/gantry.app.yaml': application('api', 'cache: {message: hello}'),
      'jobs/stack.yaml': {name: 'jobs', namespace: 'default'},
      'jobs/gantry.app.yaml': application('jobs', ''),
      'workspaces/test.yaml': `${WORKSPACE}modules: {cache: {path: ../modules/cache}}\n`,
    });
    await stack.gantry(['module', 'init', 'cache']);
    const now = await readFile(join(stack.dir, 'modules/cache/module.ts'), 'utf8');
    await stack.write({
      'next/module.ts': now.replace('0.1.0', '0.2.0').replace('team: config.team}', 'owner: config.team}'),
      'same/module.ts': now.replace('0.1.0', '0.1.1'),
      'stricter/module.ts': now
        .replaceAll('message: z.string()', 'text: z.string()')
        .replace('config.message', 'config.text'),
    });
    return stack;
  };
  const ALL = ['--all', '-w', 'test'];

  it('equal changes of several stacks are one change, and stacks without the module are only counted', async () => {
    const stack = await scene();
    const {code, stdout} = await stack.gantry(['module', 'impact', 'cache=./next', ...ALL, '--exit-code']);
    expect(code).toBe(2);
    expect(stdout).toContain('~ update   2 objects with the same change:\n');
    expect(stdout).toContain('      shop/api/test v1:ConfigMap:default: api-cache\n');
    expect(stdout).toContain('      data.owner: + "none"\n      data.team: - "none"\n');
    expect(stdout).toMatch(/\n3 stacks: 2 changed, 1 without the module\.\n$/);
    const {document} = await documentOf(stack, ['module', 'impact', 'cache=./next', ...ALL], ModuleImpactOutput);
    expect(document).toMatchObject({
      name: 'cache',
      version: '0.2.0',
      among: 3,
      stacks: [
        {stack: 'api', summary: {create: 0, update: 1, delete: 0}},
        {stack: 'web', summary: {create: 0, update: 1, delete: 0}},
      ],
    });
  });

  it('a version that makes the same objects changes nothing', async () => {
    const stack = await scene();
    const {code, stdout} = await stack.gantry(['module', 'impact', 'cache=./same', ...ALL, '--exit-code']);
    expect(code).toBe(0);
    expect(stdout).toContain('No difference: shop/api/test, shop/web/test\n');
  });

  it('a stack that cannot be built with the new version is reported with its errors', async () => {
    const stack = await scene();
    const {code, stdout} = await stack.gantry(['module', 'impact', 'cache=./stricter', ...ALL]);
    expect(code).toBe(3);
    expect(stdout).toContain('shop/web/test cannot be built with this module:\n');
    expect(stdout).toContain('unknown field `message`');
    expect(stdout).toMatch(/\n3 stacks: 2 failed, 1 without the module\.\n$/);
    const {document} = await documentOf(stack, ['module', 'impact', 'cache=./stricter', ...ALL], ModuleImpactOutput);
    expect(document.stacks[0]).toMatchObject({stack: 'api', with: 'other', failure: {code: 'input/invalid'}});
  });

  it.each([
    {change: 'cache', stderr: /"cache" is not in the form NAME=FOLDER or NAME@VERSION/},
    {change: '@2', stderr: /"@2" is not in the form/},
    {change: 'web=./next', stderr: /\.\/next contains the module cache, not web/},
    {change: 'cache=./none', stderr: /the folder .*none was not found/},
  ])('$change is refused', async ({change, stderr}) => {
    const stack = await scene();
    const refused = await stack.gantry(['module', 'impact', change, ...ALL]);
    expect(refused).toMatchObject({code: 3, stdout: '', stderr: expect.stringMatching(stderr)});
  });
});

describe('gantry module test', () => {
  const moduleWith = (resource: string, name = 'thing'): string => `import {defineModule, z} from 'gantry/module';
export default defineModule({
  name: '${name}',
  version: '1.0.0',
  description: 'An object.',
  input: z.strictObject({text: z.string().default('one')}),
  generate: ({name, labels, config}) => ({resources: [${resource}]}),
});
`;
  const CONFIG_MAP = `{apiVersion: 'v1', kind: 'ConfigMap', metadata: {name, labels}, data: {text: config.text}}`;
  const APPLICATION = `web:
  workload: {service: {containers: {web: {image: "nginx:1.29"}}}}
  accessories: {thing: {}}
`;
  const scene = (resource: string, files: Readonly<Record<string, string>> = {}) =>
    project({
      'modules/thing/module.ts': moduleWith(resource),
      'modules/thing/tests/one/gantry.app.yaml': APPLICATION,
      ...files,
    });
  const problemsOf = async (stack: Stack, args: readonly string[] = []) => {
    const {document, code} = await documentOf(stack, ['module', 'test', ...args], ModuleTestOutput);
    return {code, problems: document.modules[0]?.tests[0]?.problems ?? []};
  };

  it('--update writes the objects, and a change of the module is then shown as a difference', async () => {
    const stack = await scene(CONFIG_MAP);
    expect(await problemsOf(stack)).toMatchObject({code: 1, problems: [{check: 'objects'}]});
    expect(await problemsOf(stack, ['--update'])).toEqual({code: 0, problems: []});
    const path = 'modules/thing/tests/one/expected.yaml';
    const written = await readFile(join(stack.dir, path), 'utf8');
    // The order of documents and keys, and comments, do not matter.
    const documents = written.split('---\n').toReversed().join('---\n');
    await stack.write({[path]: `# reviewed\n${documents}`});
    expect(await problemsOf(stack)).toEqual({code: 0, problems: []});

    await stack.write({'modules/thing/module.ts': moduleWith(CONFIG_MAP).replace("default('one')", "default('two')")});
    const {code, stdout} = await stack.gantry(['module', 'test', 'thing', '--report', 'junit=out.xml']);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^failed {2}one \(.*\)\n {2}the objects differ from .*modules\/thing\/tests\/one\/expected\.yaml\n/,
    );
    expect(stdout).toContain('  -  text: one\n  +  text: two\n');
    expect(stdout).toContain('thing 1.0.0: 1 test, 1 failed');
    const junit = await readFile(join(stack.dir, 'out.xml'), 'utf8');
    expect(junit).toContain('<testsuite name="module/thing" tests="1" failures="1"');
    expect(junit).toContain('+  text: two');
  });

  it.each([
    {
      what: 'a field that Kubernetes does not have',
      resource: `{apiVersion: 'v1', kind: 'ConfigMap', metadata: {name}, dta: {}}`,
      message: /dta/,
    },
    {
      what: 'a value of the wrong type',
      resource: `{apiVersion: 'v1', kind: 'Service', metadata: {name}, spec: {ports: [{port: 'eighty'}]}}`,
      message: /port/,
    },
    {
      what: 'a kind without a CRD',
      resource: `{apiVersion: 'example.com/v1', kind: 'Gadget', metadata: {name}}`,
      message: /Gadget/,
    },
  ])('$what fails the test, because the sandbox refuses the object', async ({resource, message}) => {
    const stack = await scene(resource);
    const {code, problems} = await problemsOf(stack, ['--update']);
    expect(code).toBe(1);
    expect(problems).toMatchObject([{check: 'apply'}]);
    expect(JSON.stringify(problems[0])).toMatch(message);
    // The file of the trial is gone when a user reads this.
    expect(JSON.stringify(problems[0])).not.toContain('spec.yaml');
  });

  it('a module that cannot be loaded is named by its folder', async () => {
    const stack = await scene(CONFIG_MAP, {'modules/broken/module.ts': "throw new Error('no value');"});
    const {code, stderr} = await stack.gantry(['module', 'test']);
    expect(code).toBe(3);
    expect(stderr).toMatch(/error: the module in (?:.*\/)?modules\/broken: no value \(module\.ts:1:7\)/);
  });

  it('a custom resource passes with its CRD in tests/crds', async () => {
    const crd = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: {name: 'gadgets.example.com'},
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: {plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList'},
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {openAPIV3Schema: {type: 'object', properties: {spec: {type: 'object'}}}},
          },
        ],
      },
    };
    const stack = await scene(`{apiVersion: 'example.com/v1', kind: 'Gadget', metadata: {name}, spec: {}}`, {
      'modules/thing/tests/crds/gadgets.yaml': JSON.stringify(crd),
    });
    expect(await problemsOf(stack, ['--update'])).toEqual({code: 0, problems: []});
  });

  it('the workspace of a test sets the fields of the platform and the context, and secrets stay references', async () => {
    const stack = await scene(CONFIG_MAP, {
      'modules/thing/module.ts': `import {defineModule, z} from 'gantry/module';
export default defineModule({
  name: 'thing',
  version: '1.0.0',
  description: 'A Secret.',
  input: z.strictObject({}),
  platform: z.strictObject({tier: z.string()}),
  context: ['region'],
  generate: ({name, config, context}) => ({
    resources: [
      {apiVersion: 'v1', kind: 'Secret', metadata: {name, labels: {tier: config.tier, region: context.region}}, stringData: {token: 'ref://app/token'}},
    ],
  }),
});
`,
      'modules/thing/tests/one/workspace.yaml':
        'name: test\ncontext: {region: north}\nmodules: {thing: {configs: {default: {tier: gold}}}}\n',
    });
    expect(await problemsOf(stack, ['--update'])).toEqual({code: 0, problems: []});
    const written = await readFile(join(stack.dir, 'modules/thing/tests/one/expected.yaml'), 'utf8');
    expect(written).toContain('tier: gold\n');
    expect(written).toContain('region: north\n');
    expect(written).toContain('token: ref://app/token\n');
  });

  it('a wrong field of the application is reported at its line, and a module without tests is reported', async () => {
    const stack = await scene(CONFIG_MAP);
    await stack.write({'modules/thing/tests/one/gantry.app.yaml': APPLICATION.replace('{}}', '{txt: x}}')});
    const {code, stdout} = await stack.gantry(['module', 'test']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/modules\/thing\/tests\/one\/gantry\.app\.yaml:3:\d+/);
    expect(stdout).toContain('Did you mean `text`?');
    await stack.write({'modules/other/module.ts': moduleWith(CONFIG_MAP, 'other')});
    const other = await stack.gantry(['module', 'test', 'other']);
    expect(other).toMatchObject({code: 0, stdout: expect.stringContaining('other 1.0.0: no tests')});
  });

  it('tests all modules of the project, whatever file exports them', async () => {
    const stack = await scene(CONFIG_MAP, {
      'modules/entry/index.ts': moduleWith(CONFIG_MAP, 'entry'),
      'modules/main/package.json': JSON.stringify({main: 'dist/main.ts'}),
      'modules/main/dist/main.ts': moduleWith(CONFIG_MAP, 'main'),
      'modules/shared/labels.ts': 'export const labels = {};',
    });
    const {document} = await documentOf(stack, ['module', 'test', '--update'], ModuleTestOutput);
    expect(document.modules.map(({name}) => name)).toEqual(['entry', 'main', 'thing']);
  });

  it('untrusted mode runs no module', async () => {
    const stack = await scene(CONFIG_MAP);
    const env = {GANTRY_UNTRUSTED: '1'};
    for (const args of [
      ['module', 'test'],
      ['module', 'show', 'thing'],
      ['module', 'docs', './modules/thing'],
    ]) {
      const ran = await stack.gantry(args, {env});
      const stderr = expect.stringContaining('Untrusted mode supports ');
      expect(ran, args.join(' ')).toMatchObject({code: 5, stdout: '', stderr});
    }
  });
});
