import {mkdir, mkdtemp, rm, symlink, writeFile} from 'node:fs/promises';
import {arch} from 'node:os';
import {join} from 'node:path';
import {binDirectory, build} from '../controlplane/build.ts';
import {offers} from './offers.ts';
import {hasTerraform, TERRAFORM} from './terraform.ts';

/** The source address of the test provider. */
export const TEST_PROVIDER = 'gantry.invalid/test/gantrytest';
const VERSION = '1.0.0';

/** A terraform that finds the test provider in a mirror, and a private directory in memory. */
export type ProviderSetup = {
  readonly env: Readonly<Record<string, string>>;
  readonly memory: string;
  readonly close: () => Promise<void>;
};

/** Reports whether tests with the test provider run here. @throws Error in CI if they do not */
export const hasTestProvider = (): boolean => offers('services') && hasTerraform();

/** Builds the test provider, and writes a CLI configuration with a mirror that has it. @throws Error without Go */
export async function testProvider(): Promise<ProviderSetup> {
  const bin = await binDirectory('terraform-provider');
  if (bin === undefined) throw new Error('Go is not in PATH: the test provider cannot be built');
  console.info(`ran with the test provider ${TEST_PROVIDER} ${VERSION} (${bin})`);
  await build(bin, ['terraform-provider'], (line) => void process.stderr.write(`terraform-provider: ${line}\n`));
  const memory = await mkdtemp('/dev/shm/gantry-test-');
  const platform = `linux_${arch() === 'arm64' ? 'arm64' : 'amd64'}`;
  const folder = join(memory, 'mirror', TEST_PROVIDER, VERSION, platform);
  await mkdir(folder, {recursive: true});
  await symlink(join(bin, 'terraform-provider'), join(folder, `terraform-provider-gantrytest_v${VERSION}`));
  const config = join(memory, 'cli.tfrc');
  await writeFile(
    config,
    `disable_checkpoint = true\nprovider_installation {\n  filesystem_mirror {\n    path = "${join(memory, 'mirror')}"\n  }\n}\n`,
  );
  return {
    env: {TF_CLI_CONFIG_FILE: config, GANTRY_TERRAFORM: TERRAFORM ?? 'terraform', XDG_RUNTIME_DIR: memory},
    memory,
    close: () => rm(memory, {recursive: true, force: true}),
  };
}
