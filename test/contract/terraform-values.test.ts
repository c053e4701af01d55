import {execFile} from 'node:child_process';
import {mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {maskedPaths} from '../../src/adapters/terraform/masks.ts';
import {type Place, runShow} from '../../src/adapters/terraform/program.ts';
import {providerFacts} from '../../src/adapters/terraform/provider-facts.ts';
import {readState} from '../../src/adapters/terraform/read-shown.ts';
import {LOCK, STATE} from '../../src/adapters/terraform/run-files.ts';
import type {Shown} from '../../src/adapters/terraform/shown.ts';
import {stateValues} from '../../src/adapters/terraform/state-values.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {atEndOfTest} from '../rig/end-of-test.ts';
import {objectServer} from '../rig/terraform-objects.ts';
import {hasTestProvider, TEST_PROVIDER, testProvider} from '../rig/terraform-provider.ts';

const run = promisify(execFile);

const REQUIRED = `
terraform {
  required_providers {
    gantrytest = { source = "${TEST_PROVIDER}" }
  }
}`;

/** Values of every kind: any type, nested attributes, blocks, sensitive ones in each of them, instances and modules. */
const CODE = `${REQUIRED}
variable "secret" {
  sensitive = true
  default   = "secret-text"
}
resource "gantrytest_shape" "a" {
  name     = "a"
  password = "p"
  anything = { list = [1, "x", null], hidden = var.secret }
  part {
    zone   = "z"
    phrase = "q"
  }
  part { zone = var.secret }
  only { phrase = "q" }
}
resource "gantrytest_shape" "b" { name = "b" }
resource "gantrytest_object" "each" {
  for_each = toset(["x", "$\${y} \\"z\\""])
  name     = each.key
  password = "p"
}
resource "terraform_data" "a" {
  count            = 2
  input            = { value = { value = var.secret, type = "string" }, type = "list" }
  triggers_replace = [count.index, { a = null, b = 1.5 }]
}
resource "terraform_data" "pair" { input = { value = "v", type = "string" } }
module "topic" {
  source = "./topic"
  name   = var.secret
}
output "topic" {
  value     = module.topic.id
  sensitive = true
}
output "text" { value = "t" }
`;
const TOPIC = `${REQUIRED}
variable "name" {}
resource "gantrytest_shape" "topic" { name = var.name }
output "id" { value = gantrytest_shape.topic.id }
`;

const PHRASES = ['items.0.phrase', 'members', 'named.first.phrase', 'one.phrase', 'password'];

/** Returns values with the paths of the sensitive ones: Terraform writes masks of several forms. */
const comparable = (all: ReadonlyMap<string, Shown>) =>
  Object.fromEntries(
    [...all].map(([address, {values, sensitive, ...rest}]) => [
      address,
      {
        values,
        ...rest,
        sensitive: maskedPaths(sensitive)
          .map((path) => path.join('.'))
          .toSorted(),
      },
    ]),
  );

async function applied(): Promise<Place> {
  const [server, setup] = await Promise.all([objectServer(), testProvider()]);
  atEndOfTest(server.close);
  atEndOfTest(setup.close);
  const directory = join(setup.memory, 'code');
  await mkdir(join(directory, 'topic'), {recursive: true});
  await writeFile(join(directory, 'main.tf'), `${CODE}\nprovider "gantrytest" { address = "${server.address}" }\n`);
  await writeFile(join(directory, 'topic', 'main.tf'), TOPIC);
  const env = {...setup.env, PATH: process.env['PATH'] ?? '', TF_DATA_DIR: join(directory, '.terraform')};
  const path = setup.env['GANTRY_TERRAFORM'] ?? '';
  for (const args of [['init'], ['apply', '-auto-approve']])
    await run(path, [...args, '-no-color', '-input=false'], {cwd: directory, env});
  return {path, directory, env, clean: (text) => text};
}

const stateOf = async ({directory}: Place) => JSON.parse(await readFile(join(directory, STATE), 'utf8')) as JsonObject;

describe.runIf(hasTestProvider())('with the terraform of this machine and the test provider', () => {
  it('the values of a state file are those of "show -json", and the schema of a provider is read once', async () => {
    const place = await applied();
    const state = await stateOf(place);
    const read = stateValues(state, await providerFacts(place, state));
    const shown = readState(await runShow(place, []));
    expect(read.size).toBe(9);
    expect(comparable(read)).toEqual(comparable(shown));
    // Only newer versions also mark by the schema in the state.
    const unmarked = JSON.parse(JSON.stringify(state).replaceAll('sensitive_attributes', 'left_out')) as JsonObject;
    const bySchema = stateValues(unmarked, await providerFacts(place, state));
    expect(comparable(bySchema)['gantrytest_shape.b']?.sensitive).toEqual(PHRASES);
    expect(comparable(read)['gantrytest_shape.b']?.sensitive).toEqual(PHRASES);
    // Nothing is asked again.
    const known = await providerFacts({...place, path: '/nowhere'}, state);
    expect(comparable(stateValues(state, known))).toEqual(comparable(shown));
  });

  it('nothing is kept of a provider that is not locked', async () => {
    const place = await applied();
    const state = await stateOf(place);
    const folder = join(place.directory, '.terraform', 'providers', TEST_PROVIDER, '1.0.0');
    const [platform = ''] = await readdir(folder);
    const config = join(place.directory, 'overrides.tfrc');
    await writeFile(
      config,
      `provider_installation {\n  dev_overrides { "${TEST_PROVIDER}" = "${join(folder, platform)}" }\n}\n`,
    );
    await writeFile(join(place.directory, LOCK), '');
    const overridden = {...place, env: {...place.env, TF_CLI_CONFIG_FILE: config}};
    expect(await providerFacts(overridden, state)).toHaveProperty([TEST_PROVIDER, 'gantrytest_shape']);
    await expect(providerFacts({...overridden, path: '/nowhere'}, state)).rejects.toThrow();
  });
});
