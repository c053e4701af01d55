import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {OutputListOutput} from '../../src/ui/output/resource-output.ts';
import {canary, everythingWritten, leaks} from '../rig/canaries.ts';
import type {Cluster} from '../rig/cluster.ts';
import {atEndOfTest} from '../rig/end-of-test.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {makeStack} from '../rig/stack.ts';
import {hasTerraform, testedTerraform} from '../rig/terraform.ts';

const MODULE = `variable "name" {
  type = string
}
resource "terraform_data" "topic" {
  input = var.name
}
output "id" {
  value = terraform_data.topic.id
}
`;

const CODE = `variable "address" {
  type = string
}
variable "names" {
  type = set(string)
}
variable "password" {
  type      = string
  sensitive = true
}
locals {
  suffix = "of \${var.address}"
}
data "terraform_remote_state" "none" {
  count   = 0
  backend = "local"
}
resource "terraform_data" "queue" {
  for_each = var.names
  input    = "\${each.key} \${local.suffix}"
}
resource "terraform_data" "login" {
  input = var.password
}
module "topic" {
  source = "./topic"
  name   = "news"
}
check "names" {
  assert {
    condition     = length(var.names) < 3
    error_message = "there are many queues"
  }
}
output "topic" {
  value = module.topic.id
}
output "orders" {
  value = terraform_data.queue["orders"].input
}
output "password" {
  value     = var.password
  sensitive = true
}
`;

/** A Service whose address Terraform code takes, and a ConfigMap and a Secret that take its outputs. */
async function openStack(cluster: Cluster) {
  const namespace = cluster.freshNamespace('tfcode');
  const age = await ageIdentity();
  const password = canary('password of the code');
  const terraform = await testedTerraform();
  atEndOfTest(terraform.close);
  const object = (kind: string, more: object): object => ({
    id: `v1:${kind}:${namespace}:web`,
    type: 'Kubernetes',
    attributes: {apiVersion: 'v1', kind, metadata: {name: 'web', namespace}, ...more},
  });
  const output = (name: string): string => `\${ref:terraform:output#${name}}`;
  const stackWith = (source: object = {}, names: readonly string[] = ['orders', 'mails']): object => ({
    name: 'shop',
    workspace: 'test',
    namespace,
    sources: [
      {
        terraform: {
          from: 'code',
          vars: {address: `\${ref:v1:Service:${namespace}:web#spec.clusterIP}`, names},
          varFiles: ['own.tfvars.json'],
          ...source,
        },
      },
      {spec: 'spec.yaml'},
    ],
  });
  const specWith = (data: object): object => ({
    resources: [
      object('Service', {spec: {selector: {app: 'web'}, ports: [{port: 80}]}}),
      object('ConfigMap', {data: {topic: output('topic'), orders: output('orders'), ...data}}),
      object('Secret', {stringData: {password: output('password')}}),
    ],
  });
  const stack = await makeStack({
    kubeconfigPath: cluster.kubeconfigPath,
    namespace,
    files: {
      'stack.yaml': stackWith(),
      'project.yaml': {
        name: 'shop',
        backend: {local: {path: 'state'}, encryption: {age: {recipients: [age.recipient]}}},
      },
      'spec.yaml': specWith({}),
      'own.tfvars.json': {password},
      'code/main.tf': CODE,
      'code/topic/main.tf': MODULE,
    },
  });
  const env = {...terraform.env, GANTRY_AGE_KEY: age.key};
  const run = (...args: readonly string[]) => stack.gantry(args, {env});
  const live = async (kind: string) =>
    (await cluster.get({apiVersion: 'v1', kind, namespace, name: 'web'})) as
      | {readonly spec?: {readonly clusterIP?: string}; readonly data?: Readonly<Record<string, string>>}
      | undefined;
  const dataOf = async (kind: string) => (await live(kind))?.data ?? {};
  return {
    namespace,
    stack,
    password,
    stackWith,
    specWith,
    live,
    dataOf,
    run,
    apply: (...args: readonly string[]) => run('apply', '--yes', '--no-wait', ...args),
    preview: async (...args: readonly string[]) => (await stack.json<Plan>(['preview', ...args], {env})).document,
  };
}

const actionsOf = ({changes}: Plan) => Object.fromEntries(changes.map(({id, action}) => [id, action]));
const changed = (plan: Plan) =>
  Object.fromEntries(Object.entries(actionsOf(plan)).filter(([, action]) => action !== 'unchanged'));

describe.runIf(hasTerraform())('with the terraform of this machine', () => {
  onCluster('a stack with a source of Terraform code', (cluster) => {
    it('values pass both ways in one plan, and an apply makes what the first preview showed', async () => {
      const {namespace, apply, preview, live, dataOf, run, password} = await openStack(cluster);
      const first = await preview();
      expect(actionsOf(first)).toMatchObject({
        [`v1:Service:${namespace}:web`]: 'create',
        'terraform_data.queue["orders"]': 'create',
        'terraform_data.queue["mails"]': 'create',
        'module.topic.terraform_data.topic': 'create',
        'terraform:output': 'create',
        [`v1:ConfigMap:${namespace}:web`]: 'create',
      });
      const queue = first.changes.find(({id}) => id === 'terraform_data.queue["orders"]');
      expect(JSON.stringify(first)).not.toContain('timestamp');
      expect(queue?.action).toBe('create');

      const applied = await apply();
      expect(applied, applied.stderr).toMatchObject({code: 0});
      const address = (await live('Service'))?.spec?.clusterIP;
      const {orders, topic = ''} = await dataOf('ConfigMap');
      expect(orders).toBe(`orders of ${address}`);
      expect(topic).toMatch(/^[0-9a-f-]{36}$/);
      const secret = (await dataOf('Secret'))['password'] ?? '';
      expect(Buffer.from(secret, 'base64').toString('utf8')).toBe(password);
      expect(changed(await preview())).toEqual({});

      const listed = OutputListOutput.parse(JSON.parse((await run('output', '-o', 'json')).stdout));
      expect(listed.outputs).toEqual([
        {name: 'orders', sensitive: false, value: orders},
        {name: 'password', sensitive: true},
        {name: 'topic', sensitive: false, value: topic},
      ]);
      expect((await run('output', 'topic')).stdout).toBe(`${topic}\n`);
      expect((await run('output', 'password')).stdout).toBe(`${password}\n`);
      expect(await run('output', 'topics')).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('Did you mean topic?'),
      });
    }, 240_000);

    it('a change, a deletion in `for_each`, a rollback and a destroy work without the checkout', async () => {
      const {namespace, apply, preview, live, run, stack, stackWith} = await openStack(cluster);
      expect(await apply()).toMatchObject({code: 0});
      await stack.write({
        'stack.yaml': stackWith({}, ['orders', 'news']),
        'code/topic/main.tf': MODULE.replace('= var.name', '= "x"'),
      });
      expect(changed(await preview())).toEqual({
        'terraform_data.queue["news"]': 'create',
        'terraform_data.queue["mails"]': 'delete',
        'module.topic.terraform_data.topic': 'update',
      });
      const part = await apply('--target', 'terraform_data.queue["news"]');
      expect(part, part.stderr).toMatchObject({code: 0});
      expect(changed(await preview())).toEqual({
        'terraform_data.queue["mails"]': 'delete',
        'module.topic.terraform_data.topic': 'update',
      });
      expect(await apply()).toMatchObject({code: 0});
      expect(changed(await preview())).toEqual({});
      expect((await run('drift')).stdout).toContain('No drift');
      const again = ['--replace', 'module.topic.terraform_data.topic', '--replace', 'terraform_data.queue["news"]'];
      expect(changed(await preview(...again))).toMatchObject({
        'module.topic.terraform_data.topic': 'replace',
        'terraform_data.queue["news"]': 'replace',
      });
      const replaced = await apply(...again);
      expect(replaced, replaced.stderr).toMatchObject({code: 0});
      expect(changed(await preview())).toEqual({});

      for (const file of ['code/main.tf', 'code/topic/main.tf', 'own.tfvars.json']) await stack.remove(file);
      const back = await run('release', 'rollback', '--to', '1', '--yes', '--no-wait');
      expect(back, back.stderr).toMatchObject({code: 0});
      expect((await run('resource', 'list')).stdout).toContain('terraform_data.queue["mails"]');
      const destroyed = await run('destroy', '--yes');
      expect(destroyed, destroyed.stderr).toMatchObject({code: 0});
      expect(await live('ConfigMap')).toBeUndefined();
      expect((await run('resource', 'list')).stdout).not.toContain(namespace);
    }, 240_000);

    it('no file and no output has a value of a file of variables', async () => {
      const {apply, preview, run, stack, password} = await openStack(cluster);
      const said = [JSON.stringify(await preview())];
      for (const ran of [await apply(), await run('release', 'show', '-o', 'json'), await run('output')])
        said.push(ran.stdout, ran.stderr);
      const written = [
        ...(await everythingWritten(join(stack.dir, 'state'))),
        ...(await everythingWritten(stack.home)),
      ];
      expect(written.length).toBeGreaterThan(0);
      for (const text of [...said, ...written.map(([, content]) => content)])
        expect(leaks(text, {password})).toEqual([]);
    }, 240_000);

    it('a module of a git repository and a data source are read, also when the modules are installed already', async () => {
      const {apply, preview, dataOf, stack, specWith} = await openStack(cluster);
      const repository = join(stack.dir, 'modules', 'topic');
      const other = join(stack.dir, 'other.tfstate');
      await stack.write({
        'modules/topic/main.tf': MODULE,
        'other.tfstate': {version: 4, serial: 1, lineage: 'l', outputs: {zone: {value: 'north', type: 'string'}}},
        'code/main.tf': `${CODE.replace('"./topic"', `"git::file://${repository}"`)}
data "terraform_remote_state" "other" {
  backend = "local"
  config  = { path = "${other}" }
}
output "zone" {
  value = data.terraform_remote_state.other.outputs.zone
}
`,
        'spec.yaml': specWith({zone: '${ref:terraform:output#zone}'}),
      });
      const git = (...args: readonly string[]) =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {cwd: repository});
      git('init', '-q');
      git('add', '.');
      git('commit', '-qm', 'Add a topic');
      expect(actionsOf(await preview())).toMatchObject({'module.topic.terraform_data.topic': 'create'});
      const applied = await apply();
      expect(applied, applied.stderr).toMatchObject({code: 0});
      expect(await dataOf('ConfigMap')).toMatchObject({zone: 'north', topic: expect.stringMatching(/^[0-9a-f-]{36}$/)});
      expect(changed(await preview())).toEqual({});
    }, 240_000);

    it('parts of the code are left out with what depends on them, and all others are planned', async () => {
      const {namespace, apply, preview, run, stack, dataOf} = await openStack(cluster);
      const codeOf = (size: string): string => `${CODE.replace('of ${', `${size} \${`)}
resource "terraform_data" "user" {
  input = "${size} \${module.topic.id}"
}
resource "terraform_data" "alone" {
  input = "${size}"
}
`;
      await stack.write({'code/main.tf': codeOf('small')});
      expect(await apply()).toMatchObject({code: 0});
      const topic = (await dataOf('ConfigMap'))['topic'];
      await stack.write({
        'code/main.tf': codeOf('large'),
        'code/topic/main.tf': MODULE.replace('= var.name', '= "other"'),
      });
      const map = `v1:ConfigMap:${namespace}:web`;
      const queues = {'terraform_data.queue["orders"]': 'update', 'terraform_data.queue["mails"]': 'update'};
      const rest = {'terraform_data.alone': 'update'};
      const user = {'module.topic.terraform_data.topic': 'update', 'terraform_data.user': 'update'};
      const outputs = {'terraform:output': 'update', [map]: 'update'};
      const without = async (...flags: readonly string[]) => changed(await preview(...flags));
      expect(await without()).toEqual({...queues, ...rest, ...user, ...outputs});
      expect(await without('--exclude', 'terraform_data.queue')).toEqual({...rest, ...user});
      expect(await without('--exclude', 'terraform_data.queue["mails"]')).toEqual({
        'terraform_data.queue["orders"]': 'update',
        ...rest,
        ...user,
        ...outputs,
      });
      expect(
        await without(
          '--target',
          'module.topic',
          '--target',
          'terraform_data.alone',
          '--exclude',
          'terraform_data.alone',
        ),
      ).toEqual({
        'module.topic.terraform_data.topic': 'update',
      });
      const unknown = await run('preview', '--exclude', 'terraform_data.alon');
      expect(unknown).toMatchObject({code: 3, stderr: expect.stringContaining('Did you mean terraform_data.alone?')});

      expect(await without('--exclude', 'module.topic')).toEqual({...queues, ...rest, ...outputs});
      const applied = await apply('--exclude', 'module.topic');
      expect(applied, applied.stderr).toMatchObject({code: 0});
      expect(await dataOf('ConfigMap')).toMatchObject({topic, orders: expect.stringContaining('orders large')});
      expect(await without()).toEqual(user);
    }, 240_000);

    it('one instance of a module is left out, and the others are planned', async () => {
      const {apply, preview, stack} = await openStack(cluster);
      const codeOf = (name: string): string =>
        CODE.replace(
          'name   = "news"',
          `name   = "${name} \${each.key}"\n  for_each = toset(["north", "south"])`,
        ).replace('module.topic.id', 'module.topic["south"].id');
      await stack.write({'code/main.tf': codeOf('small')});
      expect(await apply()).toMatchObject({code: 0});
      await stack.write({'code/main.tf': codeOf('large')});
      const of = (key: string): string => `module.topic["${key}"].terraform_data.topic`;
      expect(changed(await preview('--exclude', 'module.topic["north"]'))).toEqual({[of('south')]: 'update'});
    }, 240_000);

    it('a postcondition that fails after the creation fails the release, and the next run goes on', async () => {
      const {apply, preview, run, stack} = await openStack(cluster);
      const checked = (condition: string): string => `${CODE}
resource "terraform_data" "checked" {
  input = "x"
  lifecycle {
    postcondition {
      condition     = ${condition}
      error_message = "the id is wrong"
    }
  }
}
`;
      await stack.write({'code/main.tf': checked('self.id == "other"')});
      const failed = await apply();
      // Terraform does not say which resource the error is about.
      expect(failed).toMatchObject({code: 6, stderr: expect.stringMatching(/^failed +/m)});
      expect(failed.stdout).toContain('the id is wrong');
      expect((await run('release', 'show')).stdout).toContain('failed');
      await stack.write({'code/main.tf': checked('self.id != "other"')});
      expect(await apply()).toMatchObject({code: 0});
      expect(changed(await preview())).toEqual({});
    }, 240_000);

    it('a data source that is read during the apply is shown with the reason, and does not count as a change', async () => {
      const {apply, preview, dataOf, stack, specWith, namespace, stackWith} = await openStack(cluster);
      const other = join(stack.dir, 'other.tfstate');
      const token = canary('token of another state');
      const states = (name: string, more = '', path = `"${other}"`): string =>
        `data "terraform_remote_state" "${name}" {\n  backend = "local"\n  config  = { path = ${path} }\n${more}}\n`;
      await stack.write({
        'other.tfstate': {
          version: 4,
          serial: 1,
          lineage: 'l',
          outputs: {
            zone: {value: 'north', type: 'string'},
            token: {value: token, type: 'string', sensitive: true},
          },
        },
        'code/main.tf': `${CODE}${states('unknown', '', `var.address == "" ? "" : "${other}"`)}
${states('after', '  depends_on = [terraform_data.login]\n')}
check "zone" {
  ${states('nested')}
  assert {
    condition     = data.terraform_remote_state.nested.outputs.zone == "north"
    error_message = "the zone is another one"
  }
}
resource "terraform_data" "token" {
  input = sensitive(data.terraform_remote_state.after.outputs.token)
}
output "zone" {
  value = data.terraform_remote_state.unknown.outputs.zone
}
`,
        'spec.yaml': specWith({zone: '${ref:terraform:output#zone}'}),
      });
      const first = await preview();
      expect(first.summary).toMatchObject({read: 2, update: 0});
      expect(first.changes.find(({id}) => id === 'data.terraform_remote_state.unknown')).toMatchObject({
        action: 'read',
        reason: 'its arguments are known only after apply',
        fields: expect.arrayContaining([
          {path: 'backend', after: 'local', cause: 'spec'},
          {path: 'config.path', unknown: true, cause: 'spec'},
          {path: 'outputs', unknown: true, cause: 'spec'},
        ]),
      });
      expect(first.changes.find(({id}) => id === 'data.terraform_remote_state.after')).toMatchObject({
        action: 'read',
        reason: 'the plan changes a resource that it depends on',
      });
      expect(actionsOf(first)).not.toHaveProperty('data.terraform_remote_state.nested');
      const applied = await apply('-v');
      expect(applied, applied.stderr).toMatchObject({code: 0});
      expect(applied.stderr).toMatch(/read +data\.terraform_remote_state\.after/);
      expect(await dataOf('ConfigMap')).toMatchObject({zone: 'north'});
      expect(changed(await preview())).toEqual({});
      const written = [
        ...(await everythingWritten(join(stack.dir, 'state'))),
        ...(await everythingWritten(stack.home)),
      ];
      for (const text of [applied.stdout, applied.stderr, ...written.map(([, content]) => content)])
        expect(leaks(text, {token})).toEqual([]);

      // A plan that only reads: nothing would be written.
      await stack.write({
        'stack.yaml': stackWith({
          vars: {names: ['orders', 'mails'], address: `\${ref:v1:Service:${namespace}:web#spec.clusterIP}`},
        }),
        'code/more.tf': states('always', '', `timestamp() == "" ? "" : "${other}"`),
      });
      const reads = await preview();
      expect(changed(reads)).toEqual({'data.terraform_remote_state.always': 'read'});
      const quiet = await apply();
      expect(quiet, quiet.stderr).toMatchObject({code: 0});
      expect(quiet.stdout).toContain('Nothing to do');
    }, 240_000);

    it.each([
      {
        name: 'a syntax error is reported at its line',
        files: {'code/main.tf': `${CODE}resource "a" {\n`},
        want: /code\/main\.tf:45:\d+: error: /,
      },
      {
        name: 'a backend block is refused at its line, with the command that imports the state',
        files: {'code/main.tf': `${CODE}terraform {\n  backend "s3" {}\n}\n`},
        want: /code\/main\.tf:46:3: error: the block `backend`[^]*gantry import terraform/,
      },
      {
        name: 'a variable without a value is reported at its declaration',
        files: {'own.tfvars.json': {}},
        want: /code\/main\.tf:7:1: error: No value for required variable[^]*hint: Add it to `vars`/,
      },
      {
        name: 'a failed check is a warning at its line',
        vars: {names: ['a', 'b', 'orders']},
        want: /code\/main\.tf:\d+:\d+: warning: Check block assertion failed: there are many queues/,
      },
      {
        name: 'a value of the wrong type is refused',
        vars: {names: {a: 'b'}},
        want: /error: Invalid value for input variable[^]*set of string required/,
      },
      {
        name: 'a value without a variable is refused with the nearest name',
        vars: {name: ['a']},
        want: /error: the files declare no variable `name`[^]*Did you mean names\?/,
      },
      {
        name: 'an unknown output is refused at its line',
        data: {more: '${ref:terraform:output#topics}'},
        want: /spec\.yaml:\d+:\d+: error: refers to topics of terraform:output, but there is no topics/,
      },
      {
        name: 'a sensitive output is refused outside of a Secret',
        data: {more: '${ref:terraform:output#password}'},
        want: /error: takes the sensitive value[^]*under `stringData` of a Secret/,
      },
    ])(
      '$name',
      async ({files = {}, vars, data = {}, want}) => {
        const {stack, run, stackWith, specWith, namespace} = await openStack(cluster);
        const address = `\${ref:v1:Service:${namespace}:web#spec.clusterIP}`;
        const source = vars === undefined ? {} : {vars: {names: ['orders'], address, ...vars}};
        await stack.write({...files, 'stack.yaml': stackWith(source), 'spec.yaml': specWith(data)});
        expect((await run('preview')).stderr).toMatch(want);
      },
      120_000,
    );
  });
});
