import {existsSync, globSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {join} from 'node:path';
import {hasTerraform} from './terraform.ts';

export const AWS_PROVIDER = 'registry.terraform.io/hashicorp/aws';
export const AWS_VERSION = '5.100.0';

/** The places where Terraform itself looks for a mirror of providers, and where people put one. */
const PLACES = ['.terraform.d/plugins', '.local/share/terraform/plugins'].map((path) => join(homedir(), path));
const MIRROR = [
  process.env['GANTRY_TEST_PROVIDERS'] ?? '',
  ...PLACES,
  '/usr/local/share/terraform/plugins',
  '/usr/share/terraform/plugins',
  ...globSync('/opt/*'),
].find((place) => place !== '' && existsSync(join(place, AWS_PROVIDER, AWS_VERSION)));

/** Reports whether the provider is on this machine. Terraform itself must be there in CI, but not each of its providers. */
export function hasAwsProvider(): boolean {
  if (!hasTerraform()) return false;
  if (MIRROR !== undefined) {
    console.info(`ran with ${AWS_PROVIDER} ${AWS_VERSION} of ${MIRROR}`);
    return true;
  }
  console.warn(
    `skipped: ${AWS_PROVIDER} ${AWS_VERSION} was not found; GANTRY_TEST_PROVIDERS names a mirror that has it`,
  );
  return false;
}

/** Writes a CLI configuration with the mirror as the only source of providers. */
export const writeMirrorConfig = (file: string): Promise<void> =>
  writeFile(
    file,
    `disable_checkpoint = true\nprovider_installation { filesystem_mirror { path = ${JSON.stringify(MIRROR)} } }\n`,
  );
