import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {cliConfiguration} from '../../../../src/adapters/terraform/cli-configuration.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'gantry-home-'));
});
afterEach(() => rm(home, {recursive: true, force: true}));

const CONFIG = `
# filesystem_mirror { path = "/comment" }
plugin_cache_dir = "$HOME/.terraform.d/plugin-cache" // dev_overrides { "a/b" = "/c" }
/* filesystem_mirror { path = "/long" } */
provider_installation {
  dev_overrides {
    "hashicorp/null" = "/home/developer/tmp#null"
    "example.com/team/own" = "/home/developer/own"
  }
  filesystem_mirror {
    path    = "/usr/share/terraform/providers"
    include = ["example.com/*/*"]
  }
  filesystem_mirror { path = "/srv/mirror" }
  direct { exclude = ["example.com/*/*"] }
}
`;

describe('the CLI configuration of Terraform', () => {
  it('mirrors and replaced providers are read, and comments are not', async () => {
    await writeFile(join(home, 'cli.tfrc'), CONFIG);
    const found = await cliConfiguration({HOME: home, TF_CLI_CONFIG_FILE: join(home, 'cli.tfrc')}, 'terraform');
    expect(found.mirrors).toEqual(['/usr/share/terraform/providers', '/srv/mirror']);
    expect([...found.overridden]).toEqual(['registry.terraform.io/hashicorp/null', 'example.com/team/own']);
  });

  it.each([
    {product: 'terraform', file: '.terraformrc', registry: 'registry.terraform.io'},
    {product: 'tofu', file: '.tofurc', registry: 'registry.opentofu.org'},
    {product: 'tofu', file: '.terraformrc', registry: 'registry.opentofu.org'},
  ] as const)('$product reads $file of the home directory', async ({product, file, registry}) => {
    await writeFile(join(home, file), CONFIG);
    const found = await cliConfiguration({HOME: home}, product);
    expect([...found.overridden]).toContain(`${registry}/hashicorp/null`);
  });

  it('a configuration in JSON is read', async () => {
    const json = {provider_installation: {filesystem_mirror: {path: '/srv/mirror'}, dev_overrides: {'a.b/c/d': '/e'}}};
    await writeFile(join(home, '.terraformrc'), JSON.stringify(json, null, 2));
    const found = await cliConfiguration({HOME: home}, 'terraform');
    expect(found.mirrors).toEqual(['/srv/mirror']);
    expect([...found.overridden]).toEqual(['a.b/c/d']);
  });

  it('without a configuration the directories that Terraform searches itself are the mirrors', async () => {
    const found = await cliConfiguration({HOME: home}, 'terraform');
    expect(found.mirrors).toContain(join(home, '.terraform.d/plugins'));
    expect(found.mirrors).toContain(join(home, '.local/share/terraform/plugins'));
  });
});
