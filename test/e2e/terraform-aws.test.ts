import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {AWS_PROVIDER, AWS_VERSION, hasAwsProvider, writeMirrorConfig} from '../rig/aws-provider.ts';
import {everythingWritten, leaks, plainCanary} from '../rig/canaries.ts';
import {atEndOfTest} from '../rig/end-of-test.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onControlPlane} from '../rig/on-cluster.ts';
import {withService} from '../rig/s3.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {makeStack, type Ran} from '../rig/stack.ts';
import {TERRAFORM, testedTerraform} from '../rig/terraform.ts';
import {actionsOf, changeOf} from '../rig/terraform-stack.ts';
import {acquireService} from '../services/for-tests.ts';

const id = (type: string, name: string): string => `hashicorp:aws:${type}:${name}`;

/** Takes a role of another account: moto finds the account of temporary keys. */
async function keysOf(endpoint: string, account: string) {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIATEST/20260101/us-east-1/sts/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: `Action=AssumeRole&Version=2011-06-15&RoleSessionName=test&RoleArn=arn:aws:iam::${account}:role/deploy`,
  });
  const text = await answer.text();
  const part = (name: string): string => new RegExp(`<${name}>([^<]+)</${name}>`).exec(text)?.[1] ?? '';
  return {id: part('AccessKeyId'), key: part('SecretAccessKey'), token: part('SessionToken')};
}

const unknownIn = (plan: Plan, one: string): readonly string[] =>
  (changeOf(plan, one)?.fields ?? []).filter(({unknown}) => unknown === true).map(({path}) => path);

/** Returns what a run made, by resource. */
const madeIn = ({stderr}: Ran) =>
  Object.fromEntries(
    [...stderr.matchAll(/^(created|updated|deleted) +(\S+) \(/gm)].map(([, what, one]) => [one, what]),
  );
const actionsAs = (what: string, all: readonly string[]) => Object.fromEntries(all.map((one) => [one, what]));

describe.runIf(hasAwsProvider())('with the terraform and the AWS provider of this machine', async () => {
  await withService('moto', 'Terraform resources of AWS', async () => {
    await onControlPlane('Terraform resources of AWS', (cluster) => {
      it('a stack with two accounts: preview, apply, change, drift, a stale plan, rollback and destroy, without a key in a sink', async () => {
        const acquired = await acquireService('moto');
        if (acquired.kind === 'missing') throw new Error(acquired.reason);
        const {endpoint} = acquired.service;
        const namespace = cluster.freshNamespace('aws');
        const age = await ageIdentity();
        const terraform = await testedTerraform();
        atEndOfTest(terraform.close);
        const [us, eu] = [await keysOf(endpoint, '111111111111'), await keysOf(endpoint, '222222222222')];
        const ofEnv = {id: 'AKIAOFTHEENV', key: plainCanary('key of the environment')};
        const password = plainCanary('password');
        const ids = {
          service: `v1:Service:${namespace}:web`,
          app: `apps/v1:Deployment:${namespace}:web`,
          bucket: id('aws_s3_bucket', 'files'),
          table: id('aws_dynamodb_table', 'sessions'),
          queue: id('aws_sqs_queue', 'orders'),
          parameter: id('aws_ssm_parameter', 'address'),
          role: id('aws_iam_role', 'reader'),
          secret: id('aws_secretsmanager_secret', 'login'),
          token: id('aws_ssm_parameter', 'token'),
        };
        const stack = await makeStack({
          namespace,
          files: {
            'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources: [{spec: 'spec.yaml'}]},
            'project.yaml': {
              name: 'shop',
              backend: {local: {path: 'state'}, encryption: {age: {recipients: [age.recipient]}}},
            },
          },
        });
        const services = ['dynamodb', 'iam', 's3', 'secretsmanager', 'sqs', 'ssm', 'sts'];
        const account = (name: string, region: string) => ({
          region,
          access_key: `ref://${name}/id`,
          secret_key: `ref://${name}/key`,
          token: `ref://${name}/token`,
          s3_use_path_style: true,
          endpoints: [Object.fromEntries(services.map((service) => [service, endpoint]))],
        });
        await stack.write({
          'workspaces/test.yaml': {
            name: 'test',
            context: {kubeconfig_path: cluster.kubeconfigPath},
            secretStore: {provider: {file: {path: 'secrets'}}},
            providers: {aws: {us: account('us', 'us-east-1'), eu: account('eu', 'eu-west-1')}},
          },
          ...Object.fromEntries(
            Object.entries({us, eu}).flatMap(([name, keys]) =>
              Object.entries(keys).map(([key, value]) => [`workspaces/secrets/${name}/${key}`, value]),
            ),
          ),
          'workspaces/secrets/login': password,
        });
        const aws = (one: string, attributes: JsonObject, providerRef = 'aws.us'): JsonObject => ({
          id: one,
          type: 'Terraform',
          attributes,
          extensions: {provider: `${AWS_PROVIDER}/${AWS_VERSION}`, providerRef},
        });
        const kubernetes = (one: string, attributes: JsonObject): JsonObject => ({
          id: one,
          type: 'Kubernetes',
          attributes,
        });
        const write = (value: string) =>
          stack.write({
            'spec.yaml': {
              resources: [
                kubernetes(ids.service, {
                  apiVersion: 'v1',
                  kind: 'Service',
                  metadata: {name: 'web', namespace},
                  spec: {selector: {app: 'web'}, ports: [{port: 80}]},
                }),
                aws(ids.bucket, {bucket: `${namespace}-files`}),
                aws(ids.table, {
                  name: `${namespace}-sessions`,
                  billing_mode: 'PAY_PER_REQUEST',
                  hash_key: 'id',
                  attribute: [{name: 'id', type: 'S'}],
                }),
                aws(ids.queue, {name: `${namespace}-orders`}, 'aws.eu'),
                aws(ids.parameter, {
                  name: `/shop/${namespace}/address`,
                  type: 'String',
                  value: `${value} \${ref:${ids.service}#spec.clusterIP}`,
                  // The provider repeats a request whose answer was lost, and the creation is then refused.
                  overwrite: true,
                }),
                aws(ids.role, {
                  name: `${namespace}-reader`,
                  assume_role_policy: JSON.stringify({Version: '2012-10-17', Statement: []}),
                }),
                aws(ids.secret, {name: `${namespace}-login`, recovery_window_in_days: 0}, 'aws.eu'),
                aws(
                  ids.token,
                  {
                    name: `/shop/${namespace}/token`,
                    type: 'SecureString',
                    value_wo: 'ref://login',
                    value_wo_version: 1,
                  },
                  'aws.eu',
                ),
                kubernetes(ids.app, {
                  apiVersion: 'apps/v1',
                  kind: 'Deployment',
                  metadata: {name: 'web', namespace},
                  spec: {
                    selector: {matchLabels: {app: 'web'}},
                    template: {
                      metadata: {labels: {app: 'web'}},
                      spec: {
                        containers: [
                          {
                            name: 'web',
                            image: 'nginx:1.27',
                            env: [
                              {name: 'QUEUE', value: `\${ref:${ids.queue}#url}`},
                              {name: 'BUCKET', value: `\${ref:${ids.bucket}#bucket}`},
                            ],
                          },
                        ],
                      },
                    },
                  },
                }),
              ],
            },
          });
        await write('http://');

        // Looks into each process: its arguments, its working directory and its plans.
        const seen = join(stack.home, 'seen');
        const program = join(stack.home, 'terraform');
        await mkdir(stack.home, {recursive: true});
        await writeFile(
          program,
          `#!/bin/sh\necho "$@" >> "${seen}"\n"${TERRAFORM}" "$@"\ncode=$?\n` +
            `for file in *; do if [ -f "$file" ]; then cat "$file" >> "${seen}"; unzip -p "$file" >> "${seen}" 2>/dev/null; fi; done\nexit $code\n`,
          {mode: 0o700},
        );
        const config = join(stack.home, 'mirror.tfrc');
        await writeMirrorConfig(config);
        await stack.allow('test', {env: {}});
        const env = {
          ...terraform.env,
          GANTRY_TERRAFORM: program,
          TF_CLI_CONFIG_FILE: config,
          GANTRY_AGE_KEY: age.key,
          AWS_ACCESS_KEY_ID: ofEnv.id,
          AWS_SECRET_ACCESS_KEY: ofEnv.key,
          AWS_REGION: 'ap-south-1',
        };
        const texts: string[] = [];
        const run = async (args: readonly string[]) => {
          const ran = await stack.gantry(args, {env});
          texts.push(ran.stdout, ran.stderr);
          return ran;
        };
        const preview = async (...args: readonly string[]) => {
          const ran = await run(['preview', '-o', 'json', ...args]);
          expect(ran, ran.stdout + ran.stderr).toMatchObject({code: 0});
          return JSON.parse(ran.stdout) as Plan;
        };

        // Soft: a run takes minutes, and each of its results says something.
        await cluster.create(namespaceObject(namespace));
        const plan = join(stack.dir, 'plan.json');
        const applySaved = () => run(['apply', plan, '--no-wait']);
        const app = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};

        // The first preview has no value that is not known yet, and the apply makes what it showed.
        const first = await preview('--save', plan);
        const all = Object.values(ids);
        expect.soft(actionsOf(first)).toEqual(Object.fromEntries(all.map((one) => [one, 'create'])));
        expect.soft(unknownIn(first, ids.parameter)).toEqual(['value']);
        expect.soft(unknownIn(first, ids.app)).toContainEqual(expect.stringContaining('QUEUE'));
        const applied = await applySaved();
        expect(applied, applied.stdout + applied.stderr).toMatchObject({code: 0});
        expect.soft(madeIn(applied)).toEqual(actionsAs('created', all));
        const before = JSON.stringify(await cluster.get(app));
        expect.soft(before).toContain(`/222222222222/${namespace}-orders`);
        expect.soft(before).toContain(`${namespace}-files`);

        // A change of one resource, and drift of another one: all others have no change.
        await write('https://');
        await motoDelete(endpoint, us, `/${namespace}-files`);
        const changed = await preview('--save', plan);
        const pending = Object.entries(actionsOf(changed)).filter(([, action]) => action !== 'unchanged');
        expect.soft(Object.fromEntries(pending)).toEqual({[ids.parameter]: 'update', [ids.bucket]: 'create'});

        // Somebody changes the Deployment: the saved plan is stale. The other ways are in terraform-saved-plan.
        const container = {name: 'web', image: 'nginx:1.27', env: [{name: 'BUCKET', value: 'of-somebody'}]};
        await cluster.patchAs('somebody', app, {spec: {template: {spec: {containers: [container]}}}});
        const stale = await applySaved();
        expect.soft(stale, stale.stdout + stale.stderr).toMatchObject({
          code: 5,
          stderr: expect.stringContaining(`the plan says unchanged for ${ids.app}`),
        });
        const mended = await run(['apply', '--yes', '--no-wait']);
        expect.soft(mended, mended.stdout + mended.stderr).toMatchObject({code: 0});
        expect.soft(madeIn(mended)).toEqual({
          ...actionsAs('updated', [ids.parameter, ids.app]),
          ...actionsAs('created', [ids.bucket]),
        });

        const back = await run(['release', 'rollback', '--to', '1', '--yes', '--no-wait']);
        expect.soft(back, back.stdout + back.stderr).toMatchObject({code: 0});
        expect.soft(madeIn(back)).toEqual(actionsAs('updated', [ids.parameter]));

        const allowed = all.filter((one) => one.startsWith('hashicorp:')).flatMap((one) => ['--allow-delete', one]);
        const destroyed = await run(['destroy', '--yes', '--no-wait', ...allowed]);
        expect.soft(destroyed, destroyed.stdout + destroyed.stderr).toMatchObject({code: 0});
        const order = [...destroyed.stderr.matchAll(/deleted +(\S+)/g)].map(([, one]) => one);
        expect.soft(new Set(order)).toEqual(new Set(all));
        expect.soft(order.indexOf(ids.app)).toBeLessThan(order.indexOf(ids.queue));
        expect.soft(order.indexOf(ids.app)).toBeLessThan(order.indexOf(ids.bucket));
        expect.soft(order.indexOf(ids.parameter)).toBeLessThan(order.indexOf(ids.service));

        const canaries = {
          'id of us': us.id,
          'key of us': us.key,
          'token of us': us.token,
          'id of eu': eu.id,
          'key of eu': eu.key,
          'token of eu': eu.token,
          'key of the environment': ofEnv.key,
          password,
        };
        const inside = await readFile(seen, 'utf8');
        expect(inside).toContain('"alias":"eu"');
        expect(inside).toContain(`${namespace}-orders`);
        expect(leaks(inside, canaries)).toEqual([]);
        expect(leaks(texts.join('\n'), canaries)).toEqual([]);
        for (const [file, written] of await everythingWritten(join(stack.dir, 'state')))
          expect(leaks(written, canaries), file).toEqual([]);
        for (const [file, written] of await everythingWritten(join(stack.home, '.gantry')))
          expect(leaks(written, canaries), file).toEqual([]);
      }, 1_800_000);
    });
  });
});

/** Deletes a bucket, as somebody else would. */
async function motoDelete(endpoint: string, {id: key}: {readonly id: string}, path: string): Promise<void> {
  const answer = await fetch(`${endpoint}${path}`, {
    method: 'DELETE',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${key}/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0`,
    },
  });
  if (!answer.ok) throw new Error(await answer.text());
}
