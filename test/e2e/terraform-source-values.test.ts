import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {canary, everythingWritten, leaks} from '../rig/canaries.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {hasTerraform} from '../rig/terraform.ts';
import {actionsOf, changeOf, configMap, terraformData, terraformId, terraformStack} from '../rig/terraform-stack.ts';

const output = (name: string): string => `\${ref:terraform:output#${name}}`;
const [USER, LOGIN] = [terraformId('user'), terraformId('login')];

const CODE = `variable "address" {}
variable "password" {
  sensitive = true
}
resource "terraform_data" "queue" {
  for_each = toset(["orders"])
  input    = "\${each.key} of \${var.address}"
}
resource "terraform_data" "alone" {}
output "queues" {
  value = {
    for name, queue in terraform_data.queue : name => {
      id    = queue.id # the id
      input = queue.output
    }
  }
}
output "password" {
  value     = var.password
  sensitive = true
}
`;

/** The same code as far as the test needs it, in the JSON syntax, in the file that has the name of Gantry's own in other places. */
const JSON_CODE = {
  '//': 'made by a program',
  variable: {address: {type: 'string', description: 'An "address"'}, names: {type: 'list(string)'}},
  resource: {
    terraform_data: {
      queue: [{for_each: '${toset(var.names)}', input: '${each.key} of ${var.address}'}],
    },
  },
  module: {topic: {source: './topic', name: 'news'}},
  output: {orders: {value: '${terraform_data.queue["orders"].output}'}, topic: {value: '${module.topic.id}'}},
};

const TOPIC = {
  variable: {name: {}},
  resource: {terraform_data: {topic: {input: '${var.name}'}}},
  output: {id: {value: '${terraform_data.topic.id}'}},
};

describe.runIf(hasTerraform())('with the terraform of this machine', () => {
  onCluster('values of a source of Terraform code', (cluster) => {
    it('Terraform resources of a spec take outputs, and stay when the source is removed', async () => {
      const {namespace, stack, settings, spec, apply, preview, run} = await terraformStack(cluster);
      const password = canary('password of an output');
      const service = {
        id: `v1:Service:${namespace}:web`,
        type: 'Kubernetes',
        attributes: {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: {name: 'web', namespace},
          spec: {selector: {app: 'web'}, ports: [{port: 80}]},
        },
      };
      const vars = {address: `\${ref:v1:Service:${namespace}:web#spec.clusterIP}`};
      const source = {terraform: {from: 'code', vars, varFiles: ['own.tfvars.json']}};
      const user = (input: string) => terraformData('user', {input});
      const login = terraformData('login', {input: output('password')}, {dependsOn: ['terraform:output']});
      const map = configMap(namespace, 'web', {user: `\${ref:${USER}#output}`});
      await stack.write({'code/main.tf': CODE, 'own.tfvars.json': {password}});
      await settings({sources: [source, {spec: 'spec.yaml'}]});
      await spec(service, user(`for ${output('queues.orders.input')}`), login, map);

      const first = await preview();
      expect(actionsOf(first)).toMatchObject({
        'terraform_data.queue["orders"]': 'create',
        'terraform:output': 'create',
        [USER]: 'create',
        [LOGIN]: 'create',
      });
      expect(changeOf(first, USER)?.fields).toEqual([{path: 'input', unknown: true, cause: 'reference'}]);
      expect(changeOf(first, LOGIN)?.fields).toEqual([
        {path: 'input', sensitive: true, after: '***', cause: 'reference'},
      ]);
      const applied = await apply();
      expect(applied, applied.stderr).toMatchObject({code: 0});
      const live = (await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'web'})) as {
        data?: {user?: string};
      };
      expect(live.data?.user).toMatch(/^for orders of \d/);
      const quiet = async () =>
        Object.entries(actionsOf(await preview())).filter(([, action]) => action !== 'unchanged');
      expect(await quiet()).toEqual([]);

      await spec(service, user(output('queue')), login, map);
      expect((await run('preview')).stderr).toMatch(/refers to queue of terraform:output, but there is no queue/);

      // A change of the output is a change of the resource.
      await spec(service, user(output('queues.orders.input')), login, map);
      const excluded = await run('preview', '--exclude', 'terraform_data.queue');
      expect(excluded).toMatchObject({
        code: 3,
        stderr: expect.stringContaining(`Pass --exclude ${LOGIN} --exclude ${USER} too.`),
      });
      const part = await preview('--exclude', 'terraform_data.queue["orders"]', '--exclude', USER, '--exclude', LOGIN);
      expect(Object.keys(actionsOf(part))).not.toContain(USER);
      await stack.write({'code/main.tf': CODE.replace(' of ${', ' at ${')});
      const next = await preview();
      expect(actionsOf(next)).toMatchObject({'terraform_data.queue["orders"]': 'update', [USER]: 'update'});
      expect(await apply()).toMatchObject({code: 0});
      expect(await quiet()).toEqual([]);

      await settings({sources: [{spec: 'spec.yaml'}]});
      await spec(service, user('alone'), map);
      const left = await preview();
      expect(actionsOf(left)).toMatchObject({
        'terraform_data.queue["orders"]': 'delete',
        'terraform:output': 'delete',
        [LOGIN]: 'delete',
        [USER]: 'update',
        [`v1:ConfigMap:${namespace}:web`]: 'update',
      });
      const removed = await apply();
      expect(removed, removed.stderr).toMatchObject({code: 0});
      expect(Object.keys(actionsOf(await preview()))).not.toContain('terraform_data.queue["orders"]');
      expect(await quiet()).toEqual([]);
      expect((await run('terraform', '--', 'state', 'list')).stdout).toBe('terraform_data.user\n');
      const destroyed = await run('destroy', '--yes');
      expect(destroyed, destroyed.stderr).toMatchObject({code: 0});

      const written = [
        ...(await everythingWritten(join(stack.dir, 'state'))),
        ...(await everythingWritten(stack.home)),
      ].map(([, content]) => content);
      const said = [applied, removed, destroyed].flatMap(({stdout, stderr}) => [stdout, stderr]);
      for (const text of [JSON.stringify([first, next, left]), ...said, ...written])
        expect(leaks(text, {password})).toEqual([]);
    }, 240_000);

    it('a source in the JSON syntax works as one in the other syntax', async () => {
      const {namespace, stack, settings, spec, apply, preview, run} = await terraformStack(cluster);
      const vars = {address: `\${ref:v1:ConfigMap:${namespace}:made#metadata.uid}`, names: ['orders', 'mails']};
      const write = (code: object) =>
        stack.write({
          'code/main.tf.json': JSON.stringify(code, null, 2),
          'code/topic/main.tf.json': JSON.stringify(TOPIC),
        });
      await write(JSON_CODE);
      await settings({sources: [{terraform: {from: 'code', vars}}, {spec: 'spec.yaml'}]});
      await spec(
        configMap(namespace, 'made', {a: 'b'}),
        terraformData('user', {input: output('orders')}),
        configMap(namespace, 'web', {orders: output('orders'), topic: output('topic')}),
      );
      expect(actionsOf(await preview())).toMatchObject({
        'terraform_data.queue["mails"]': 'create',
        'module.topic.terraform_data.topic': 'create',
        [USER]: 'create',
      });
      const applied = await apply();
      expect(applied, applied.stderr).toMatchObject({code: 0});
      const live = (await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'web'})) as {
        data?: Record<string, string>;
      };
      expect(live.data).toEqual({
        orders: expect.stringMatching(/^orders of [0-9a-f-]{36}$/),
        topic: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      const actions = Object.values(actionsOf(await preview()));
      expect(actions.every((action) => action === 'unchanged')).toBe(true);
      const part = await preview('--exclude', 'module.topic');
      expect(actionsOf(part)).toHaveProperty(USER);

      await write({...JSON_CODE, check: {no: {assert: {condition: '${var.nothing}', error_message: 'x'}}}});
      expect((await run('preview')).stderr).toMatch(
        /code\/main\.tf\.json:\d+:\d+: error: Reference to undeclared input variable/,
      );
      await write({...JSON_CODE, terraform: {backend: {s3: {}}}});
      expect((await run('preview')).stderr).toMatch(/code\/main\.tf\.json:\d+:\d+: error: the block `backend`/);
      await write(JSON_CODE);
      const destroyed = await run('destroy', '--yes');
      expect(destroyed, destroyed.stderr).toMatchObject({code: 0});
    }, 240_000);
  });
});
