import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {jsonAt} from '../../src/core/json-at.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {AWS_PROVIDER, AWS_VERSION, hasAwsProvider, writeMirrorConfig} from '../rig/aws-provider.ts';
import {everythingWritten, leaks} from '../rig/canaries.ts';
import {atEndOfTest} from '../rig/end-of-test.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {withService} from '../rig/s3.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {makeStack} from '../rig/stack.ts';
import {testedTerraform} from '../rig/terraform.ts';
import {acquireService} from '../services/for-tests.ts';

const SERVICES = ['ec2', 'iam', 'rds', 's3', 'sqs', 'sts'];

describe.runIf(hasAwsProvider())('with the AWS provider of this machine', async () => {
  await withService('moto', 'modules of AWS', () => {
    onCluster('modules of AWS', (cluster) => {
      it('an application gets a database, a bucket and a queue of AWS, and no change follows', async () => {
        const acquired = await acquireService('moto');
        if (acquired.kind === 'missing') throw new Error(acquired.reason);
        const {endpoint} = acquired.service;
        const namespace = cluster.freshNamespace('cloud');
        const age = await ageIdentity();
        const terraform = await testedTerraform();
        atEndOfTest(terraform.close);
        const placed = {
          provider: `${AWS_PROVIDER.replace('registry.terraform.io/', '')}/${AWS_VERSION}`,
          providerRef: 'aws.eu',
        };
        const stack = await makeStack({
          namespace,
          files: {
            'stack.yaml': {name: namespace, workspace: 'test', namespace},
            'project.yaml': {
              name: 'shop',
              backend: {local: {path: 'state'}, encryption: {age: {recipients: [age.recipient]}}},
            },
            'workspaces/test.yaml': {
              name: 'test',
              context: {kubeconfig_path: cluster.kubeconfigPath},
              providers: {
                aws: {
                  eu: {
                    region: 'eu-west-1',
                    access_key: 'AKIATEST',
                    secret_key: 'key-of-the-test',
                    s3_use_path_style: true,
                    endpoints: [Object.fromEntries(SERVICES.map((service) => [service, endpoint]))],
                  },
                },
              },
              modules: {
                postgres: {configs: {default: {type: 'cloud', ...placed, securityIPs: ['10.0.0.0/16']}}},
                bucket: {configs: {default: placed}},
                queue: {configs: {default: placed}},
              },
            },
            'gantry.app.yaml': {
              web: {
                workload: {service: {containers: {web: {image: 'nginx:1.28'}}}},
                accessories: {
                  db: {module: 'postgres', version: '16', size: 20},
                  files: {module: 'bucket'},
                  orders: {module: 'queue'},
                },
              },
            },
          },
        });
        await mkdir(stack.home, {recursive: true});
        const config = join(stack.home, 'mirror.tfrc');
        await writeMirrorConfig(config);
        const env = {...terraform.env, TF_CLI_CONFIG_FILE: config, GANTRY_AGE_KEY: age.key};

        const applied = await stack.gantry(['apply', '--yes', '--no-wait'], {env});
        expect(applied, applied.stdout + applied.stderr).toMatchObject({code: 0});

        const live = (apiVersion: string, kind: string, name: string) =>
          cluster.get({apiVersion, kind, namespace, name});
        const app = await live('apps/v1', 'Deployment', 'web');
        const variables = Object.fromEntries(
          (jsonAt(app ?? {}, ['spec', 'template', 'spec', 'containers', 0, 'env']) as readonly JsonObject[]).map(
            ({name, value = ''}) => [name, value],
          ),
        );
        expect(variables).toMatchObject({
          DB_HOST: expect.stringMatching(/\.rds\.amazonaws\.com$/),
          FILES_NAME: expect.stringMatching(/^shop-/),
          ORDERS_URL: expect.stringContaining('-web-orders-test'),
        });

        const seen = await stack.json<Plan>(['preview'], {env});
        expect(new Set(seen.document.changes.map(({action}) => action)), seen.stderr).toEqual(new Set(['unchanged']));

        // The password is in the Secret, and nowhere else in clear.
        const secret = await live('v1', 'Secret', 'web-db');
        const password = Buffer.from(String(jsonAt(secret ?? {}, ['data', 'password'])), 'base64').toString();
        expect(password).toMatch(/^[A-Za-z0-9]{24}$/);
        const said = [applied.stdout, applied.stderr, JSON.stringify(seen)].join('\n');
        expect(leaks(said, {password})).toEqual([]);
        for (const [file, text] of await everythingWritten(join(stack.dir, 'state')))
          expect(leaks(text, {password}), file).toEqual([]);
      }, 1_200_000);
    });
  });
});
