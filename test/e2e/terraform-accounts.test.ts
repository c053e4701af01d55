import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {everythingWritten, leaks, plainCanary} from '../rig/canaries.ts';
import type {Cluster} from '../rig/cluster.ts';
import {type Answer, httpDouble} from '../rig/doubles/http-double.ts';
import {atEndOfTest} from '../rig/end-of-test.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {makeStack} from '../rig/stack.ts';
import {hasTerraform, testedTerraform} from '../rig/terraform.ts';

type Refused = {readonly error: {readonly code: string; readonly message: string; readonly hint?: string}};

const account = (id: string): Answer => ({
  status: 200,
  body: `<GetCallerIdentityResponse><GetCallerIdentityResult><Account>${id}</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`,
});
const refusal = (status: number, code: string): Answer => ({
  status,
  body: `<ErrorResponse><Error><Code>${code}</Code></Error></ErrorResponse>`,
});

/** A stack with a queue of AWS, whose token service is a double. No provider is installed: a plan fails at its `init`. */
async function openStack(cluster: Cluster) {
  const namespace = cluster.freshNamespace('accounts');
  const sts = await httpDouble(() => account('111111111111'), {tls: false});
  const age = await ageIdentity();
  const terraform = await testedTerraform();
  atEndOfTest(terraform.close);
  const queue = (extensions: JsonObject): JsonObject => ({
    id: 'hashicorp:aws:aws_sqs_queue:orders',
    type: 'Terraform',
    attributes: {name: 'orders'},
    extensions: {provider: 'registry.terraform.invalid/hashicorp/aws/5.100.0', ...extensions},
  });
  const meta = {region: 'us-east-1', endpoints: [{sts: sts.url}]};
  const stack = await makeStack({
    kubeconfigPath: cluster.kubeconfigPath,
    namespace,
    files: {
      'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources: [{spec: 'spec.yaml'}]},
      'project.yaml': {
        name: 'shop',
        backend: {local: {path: 'state'}, encryption: {age: {recipients: [age.recipient]}}},
      },
      'spec.yaml': {resources: [queue({providerMeta: meta})]},
    },
  });
  const secret = plainCanary('key');
  // No provider is in the only place where terraform looks.
  const config = join(stack.dir, 'mirror.tfrc');
  await writeFile(config, `provider_installation { filesystem_mirror { path = ${JSON.stringify(stack.dir)} } }\n`);
  const env = {
    ...terraform.env,
    TF_CLI_CONFIG_FILE: config,
    GANTRY_AGE_KEY: age.key,
    AWS_ACCESS_KEY_ID: 'AKIAOFENV',
    AWS_SECRET_ACCESS_KEY: secret,
  };
  return {
    sts,
    stack,
    secret,
    calls: terraform.calls,
    write: (extensions: JsonObject) => stack.write({'spec.yaml': {resources: [queue(extensions)]}}),
    run: (...args: readonly string[]) => stack.json<Refused>(args, {env}),
  };
}

describe.runIf(hasTerraform())('with the terraform of this machine', () => {
  onCluster('the accounts of providers', (cluster) => {
    it('keys of another account are refused before a plan, until a person trusts it', async () => {
      const {sts, stack, secret, calls, run} = await openStack(cluster);
      // The account is bound. Then the provider is not found.
      const missing = await run('preview');
      expect(missing).toMatchObject({code: 1, document: {error: {code: 'terraform/failed'}}});
      expect(missing.document.error.message).toMatch(
        /^Terraform init failed: .*registry\.terraform\.invalid\/hashicorp\/aws/,
      );
      expect(calls()).toContainEqual(expect.stringMatching(/^init /));
      const before = calls().length;

      sts.interfere = () => account('222222222222');
      for (const args of [['preview'], ['apply', '--yes']]) {
        const refused = await run(...args);
        expect(refused, args.join(' ')).toMatchObject({
          code: 5,
          document: {error: {code: 'terraform/other-account'}},
        });
        expect(refused.document.error.message).toContain('222222222222');
      }
      expect(
        calls()
          .slice(before)
          .every((line) => line.startsWith('version')),
      ).toBe(true);

      const trusted = await run('workspace', 'trust', 'test');
      expect(trusted, trusted.stderr).toMatchObject({code: 0});
      expect((await run('preview')).document.error.code).toBe('terraform/failed');
      for (const [file, text] of await everythingWritten(stack.dir)) expect(leaks(text, {secret}), file).toEqual([]);
    });

    it('a workspace without a cluster is bound to its accounts, and trusted again without a cluster', async () => {
      const {sts, stack, run} = await openStack(cluster);
      await stack.write({'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: '/not/there'}}});
      const failed = 'terraform/failed';
      expect((await run('preview')).document.error.code).toBe(failed);
      sts.interfere = () => account('222222222222');
      expect(await run('preview')).toMatchObject({code: 5, document: {error: {code: 'terraform/other-account'}}});
      const trusted = await run('workspace', 'trust', 'test');
      expect(trusted, trusted.stderr).toMatchObject({code: 0, document: {now: {method: 'no-cluster'}}});
      expect((await run('preview')).document.error.code).toBe(failed);
    });

    it.each([
      {name: 'expired keys', answer: refusal(403, 'ExpiredToken'), code: 4, failure: 'keys-refused', says: 'expired'},
      {
        name: 'wrong keys',
        answer: refusal(403, 'SignatureDoesNotMatch'),
        code: 4,
        failure: 'keys-refused',
        says: 'does not recognize the keys (SignatureDoesNotMatch)',
      },
      {name: 'no answer', answer: 'cut', code: 1, failure: 'no-answer', says: 'no response from 127.0.0.1'},
    ] as const)('$name: one error before a plan', async ({answer, code, failure, says}) => {
      const {sts, calls, run, secret} = await openStack(cluster);
      sts.interfere = () => answer;
      for (const args of [['preview'], ['apply', '--yes']]) {
        const refused = await run(...args);
        expect(refused, args.join(' ')).toMatchObject({
          code,
          document: {error: {code: `terraform/${failure}`, hint: expect.any(String)}},
        });
        expect(refused.document.error.message).toContain(says);
        expect(leaks(refused.stdout + refused.stderr, {secret})).toEqual([]);
      }
      expect(calls().every((line) => line.startsWith('version'))).toBe(true);
    });

    it('a named provider that the workspace does not have is refused at its line', async () => {
      const {write, run, sts} = await openStack(cluster);
      await write({providerRef: 'aws.us'});
      const refused = await run('preview');
      expect(refused.code).toBe(3);
      expect(refused.stdout).toContain('the workspace has no provider aws.us');
      expect(sts.asked).toEqual([]);
    });
  });
});
