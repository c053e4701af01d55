import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {chmod, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import type {TerraformProduct} from '../../src/core/resource/terraform-lock.ts';

/** The terraform of this machine, or what GANTRY_TEST_TERRAFORM names: a tofu. Absent: its tests are skipped, but fail where CI runs them. */
export const TERRAFORM: string | undefined = [
  process.env['GANTRY_TEST_TERRAFORM'] ?? '',
  ...(process.env['PATH'] ?? '').split(delimiter).map((directory) => join(directory, 'terraform')),
].find((path) => path !== '' && existsSync(path));

/** Reports whether tests with terraform run here. @throws Error in CI without one */
export function hasTerraform(): boolean {
  if (TERRAFORM !== undefined) {
    console.info(`ran with ${versionOf(TERRAFORM)} (${TERRAFORM})`);
    return true;
  }
  if (process.env['CI'] === 'true') throw new Error('terraform is not in PATH: its tests would be skipped');
  console.warn('skipped: terraform is not in PATH');
  return false;
}

/** Returns which of the two programs the tests run with. */
export const testedProduct = (): TerraformProduct =>
  versionOf(TERRAFORM ?? '')?.startsWith('OpenTofu') === true ? 'tofu' : 'terraform';

let version: string | undefined;

function versionOf(program: string): string | undefined {
  version ??= execFileSync(program, ['version'], {encoding: 'utf8', env: {CHECKPOINT_DISABLE: '1'}}).split('\n')[0];
  return version;
}

/** A terraform for tests. Resources with these names fail or hang when they are created: the real program runs all else. */
export type TestedTerraform = {
  readonly env: Readonly<Record<string, string>>;
  /** The directory in memory for the files of runs. */
  readonly memory: string;
  /** Returns the command lines so far. */
  readonly calls: () => readonly string[];
  readonly close: () => Promise<void>;
};

/** The import id of a resource that its provider does not have, and what terraform 1.11 says about it. */
export const MISSING_ID = 'i-missing';
const MISSING = {
  '@level': 'error',
  type: 'diagnostic',
  diagnostic: {
    severity: 'error',
    summary: 'Cannot import non-existent remote object',
    detail:
      'While attempting to import an existing object to "terraform_data.NAME", the provider detected that no object exists with the given id. Only pre-existing objects can be imported; check that the id is correct and that it is associated with the provider\'s configured region or endpoint, or use "terraform apply" to create a new remote object for this resource.',
  },
};

const FAULTS: Readonly<Record<string, string>> = {bad: 'exit 1', slow: 'sleep 300'};

/** `real`: the program that does the work. */
export async function testedTerraform(real = TERRAFORM): Promise<TestedTerraform> {
  const directory = await mkdtemp(join(tmpdir(), 'gantry-terraform-'));
  // Other tests run at the same time: each has a directory in memory of its own.
  const memory = await mkdtemp('/dev/shm/gantry-test-');
  const calls = join(directory, 'calls');
  const inject = join(directory, 'inject.mjs');
  const program = join(directory, 'terraform');
  const config = join(directory, 'cli.tfrc');
  await writeFile(config, 'disable_checkpoint = true\n');
  await writeFile(
    inject,
    `import {readFileSync, writeFileSync} from 'node:fs';
const faults = ${JSON.stringify(FAULTS)};
const module = JSON.parse(readFileSync('gantry.tf.json', 'utf8'));
for (const [name, body] of Object.entries(module.resource?.terraform_data ?? {}))
  if (faults[name]) body.provisioner = [{'local-exec': {command: faults[name]}}];
writeFileSync('gantry.tf.json', JSON.stringify(module));
const missing = (module.import ?? []).filter(({id}) => id === '${MISSING_ID}');
for (const {to} of missing)
  console.log(${JSON.stringify(JSON.stringify(MISSING))}.replace('terraform_data.NAME', to));
if (missing.length > 0) process.exit(1);
`,
  );
  await writeFile(
    program,
    `#!/bin/sh
if [ "$1" = plan ]; then "${process.execPath}" "${inject}" || exit $?; fi
echo "$@" >> "${calls}"
exec "${real}" "$@"
`,
  );
  await chmod(program, 0o700);
  return {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: directory,
      TF_CLI_CONFIG_FILE: config,
      GANTRY_TERRAFORM: program,
      XDG_RUNTIME_DIR: memory,
    },
    calls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []),
    memory,
    close: async () => {
      for (const one of [directory, memory]) await rm(one, {recursive: true, force: true});
    },
  };
}
