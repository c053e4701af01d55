import {execFile} from 'node:child_process';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import type {Plan} from '../../../src/core/plan/plan.ts';
import {atEndOfTest} from '../../rig/end-of-test.ts';
import {ageIdentity} from '../../rig/sealed-backend.ts';
import {makeStack} from '../../rig/stack.ts';
import {TERRAFORM} from '../../rig/terraform.ts';
import {objectServer} from '../../rig/terraform-objects.ts';
import {TEST_PROVIDER, testProvider} from '../../rig/terraform-provider.ts';

/** The settings of a module with objects of the test provider. */
export const objectModule = (address: string): string => `terraform {
  required_providers {
    gantrytest = {
      source = "${TEST_PROVIDER}"
    }
  }
}
provider "gantrytest" {
  address = "${address}"
}
`;

/**
 * A project with a sealed backend, a workspace without a cluster, the server of the test provider, and directories in which a user runs terraform.
 * The named provider `gantrytest.main` is that server.
 */
export async function terraformDirectory() {
  const [server, setup, age] = await Promise.all([objectServer(), testProvider(), ageIdentity()]);
  atEndOfTest(server.close);
  atEndOfTest(setup.close);
  const stack = await makeStack({
    files: {
      'workspaces/test.yaml': {
        name: 'test',
        context: {kubeconfig_path: '/not/there'},
        secretStore: {provider: {file: {path: '../secrets'}}},
        providers: {gantrytest: {main: {address: server.address}}},
      },
      'project.yaml': {
        name: 'shop',
        backend: {local: {path: 'state'}, encryption: {age: {recipients: [age.recipient]}}},
      },
    },
  });
  await stack.remove('stack.yaml');
  const env: Readonly<Record<string, string>> = {...setup.env, GANTRY_AGE_KEY: age.key};
  const directory = join(stack.dir, 'infra');
  await mkdir(directory);
  const terraform = async (...args: readonly string[]): Promise<string> => {
    const ran = await promisify(execFile)(TERRAFORM ?? 'terraform', args, {
      cwd: directory,
      env: {...process.env, ...env, TF_IN_AUTOMATION: '1'},
    });
    return ran.stdout;
  };
  const run = (...args: readonly string[]) => stack.gantry([...args, '-w', 'test'], {env});
  return {
    server,
    stack,
    env,
    directory,
    terraform,
    run,
    /** Writes a module, and applies it by terraform itself. `more`: other files, by their paths in its directory. */
    applied: async (text: string, more: Readonly<Record<string, string>> = {}) => {
      for (const [path, content] of Object.entries({'main.tf': text, ...more})) {
        await mkdir(dirname(join(directory, path)), {recursive: true});
        await writeFile(join(directory, path), content);
      }
      await terraform('init', '-input=false');
      await terraform('apply', '-auto-approve', '-input=false');
    },
    state: () => readFile(join(directory, 'terraform.tfstate'), 'utf8'),
    preview: async (name = 'infra-stack') => {
      const {document} = await stack.json<Plan>(['preview', '-C', name, '-w', 'test'], {env});
      return document;
    },
  };
}
