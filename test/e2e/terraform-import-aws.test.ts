import {execFile} from 'node:child_process';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import type {ImportedTerraform} from '../../src/app/import/terraform/import-terraform.ts';
import {AWS_PROVIDER, AWS_VERSION, hasAwsProvider, writeMirrorConfig} from '../rig/aws-provider.ts';
import {leaks, plainCanary} from '../rig/canaries.ts';
import {atEndOfTest} from '../rig/end-of-test.ts';
import {withService} from '../rig/s3.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {makeStack} from '../rig/stack.ts';
import {TERRAFORM, testedTerraform} from '../rig/terraform.ts';
import {acquireService} from '../services/for-tests.ts';

const SERVICES = ['dynamodb', 'iam', 's3', 'sqs', 'ssm', 'sts'];

const moduleAt = (endpoint: string, secret: string): string => `
terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "${AWS_VERSION}"
    }
  }
}
provider "aws" {
  region            = "us-east-1"
  access_key        = "test"
  secret_key        = "test"
  s3_use_path_style = true
  endpoints {
${SERVICES.map((service) => `    ${service} = "${endpoint}"`).join('\n')}
  }
}
resource "aws_s3_bucket" "files" { bucket = "import-files" }
resource "aws_sqs_queue" "orders" {
  name                       = "import-orders"
  visibility_timeout_seconds = 45
  tags                       = { team = "shop" }
}
resource "aws_dynamodb_table" "sessions" {
  name         = "import-sessions"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"
  attribute {
    name = "id"
    type = "S"
  }
}
resource "aws_iam_role" "reader" {
  name               = "import-reader"
  assume_role_policy = jsonencode({ Version = "2012-10-17", Statement = [] })
}
resource "aws_ssm_parameter" "login" {
  name  = "/import/login"
  type  = "SecureString"
  value = "${secret}"
}
`;

describe.runIf(hasAwsProvider())('with the terraform and the AWS provider of this machine', async () => {
  await withService('moto', 'import of a Terraform state with resources of AWS', () => {
    it('a state of AWS becomes a stack whose preview changes nothing', {timeout: 600_000}, async () => {
      const acquired = await acquireService('moto');
      if (acquired.kind === 'missing') throw new Error(acquired.reason);
      const {endpoint} = acquired.service;
      const age = await ageIdentity();
      const terraform = await testedTerraform();
      atEndOfTest(terraform.close);
      const secret = plainCanary('parameter');
      const stack = await makeStack({
        files: {
          'project.yaml': {
            name: 'shop',
            backend: {local: {path: 'state'}, encryption: {age: {recipients: [age.recipient]}}},
          },
          'workspaces/test.yaml': {
            name: 'test',
            context: {kubeconfig_path: '/not/there'},
            secretStore: {provider: {file: {path: 'secrets'}}},
            providers: {
              aws: {
                us: {
                  region: 'us-east-1',
                  access_key: 'test',
                  secret_key: 'ref://aws/key',
                  s3_use_path_style: true,
                  endpoints: [Object.fromEntries(SERVICES.map((service) => [service, endpoint]))],
                },
              },
            },
          },
          'workspaces/secrets/aws/key': 'test',
          'workspaces/secrets/login/value': secret,
        },
      });
      await stack.remove('stack.yaml');
      await stack.allow('test', {env: {}});
      const config = join(stack.home, 'cli.tfrc');
      await mkdir(stack.home, {recursive: true});
      await writeMirrorConfig(config);
      const env = {...terraform.env, TF_CLI_CONFIG_FILE: config, GANTRY_AGE_KEY: age.key};
      const directory = join(stack.dir, 'infra');
      await mkdir(directory);
      await writeFile(join(directory, 'main.tf'), moduleAt(endpoint, secret));
      for (const args of [
        ['init', '-input=false'],
        ['apply', '-auto-approve', '-input=false'],
      ])
        await promisify(execFile)(TERRAFORM ?? 'terraform', args, {cwd: directory, env: {...process.env, ...env}});

      const args = ['import', 'terraform', 'infra', '--out', 'aws', '-w', 'test', '--secrets', 'refs'];
      const {document, ...ran} = await stack.json<ImportedTerraform>([...args, '--provider-ref', 'aws.us'], {env});
      expect(ran, ran.stderr).toMatchObject({code: 0});
      expect(document.plan?.summary).toMatchObject({unchanged: 5, update: 0, create: 0, replace: 0, delete: 0});
      const spec = await readFile(join(stack.dir, 'aws/spec.yaml'), 'utf8');
      expect(leaks(spec + ran.stdout + ran.stderr, {secret})).toEqual([]);
      // The main arguments, although the provider can compute them, and no value that it sets itself.
      for (const text of ['bucket: import-files', 'name: import-orders', 'hash_key: id', 'value: ref://login/value'])
        expect(spec).toContain(text);
      for (const text of ['arn:aws', 'tags_all', 'name_prefix', 'versioning']) expect(spec).not.toContain(text);
      expect(spec).toContain(`provider: ${AWS_PROVIDER}/${AWS_VERSION}`);

      const preview = await stack.gantry(['preview', '-C', 'aws', '-w', 'test'], {env});
      expect(preview, preview.stderr).toMatchObject({code: 0});
      expect(preview.stdout).toContain('No changes');
      const shown = await stack.gantry(['-C', 'aws', '-w', 'test', 'terraform', 'show', '-json'], {env});
      expect(shown, shown.stderr).toMatchObject({code: 0});
      expect(leaks(shown.stdout, {secret})).toEqual([]);
    });
  });
});
