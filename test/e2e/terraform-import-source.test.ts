import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import type {ImportedTerraform} from '../../src/app/import/terraform/import-terraform.ts';
import {canary, everythingWritten, leaks} from '../rig/canaries.ts';
import {hasTestProvider, TEST_PROVIDER} from '../rig/terraform-provider.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';
import {objectModule, terraformDirectory} from './support/terraform-directory.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/gantry.js');

/** A module with resources of both kinds, one of them with `for_each`. */
const PART = `terraform {
  required_providers {
    gantrytest = {
      source = "${TEST_PROVIDER}"
    }
  }
}
variable "name" {}
variable "sizes" {}
resource "gantrytest_object" "one" {
  for_each = var.sizes
  name     = "\${var.name}-\${each.key}"
  size     = each.value
}
resource "terraform_data" "all" {
  count = 2
  input = [for one in gantrytest_object.one : one.id]
}
output "ids" {
  value = terraform_data.all[*].output
}
`;

const MODULES = ['a', 'b', 'c', 'd', 'e', 'f'];
const callOf = (name: string): string =>
  `module "${name}" {\n  source = "./part"\n  name   = "${name}"\n  sizes  = { x = "small", y = "small", "z.1" = "large" }\n}\n`;

const rootOf = (address: string, modules = MODULES): string => `${objectModule(address)}
variable "password" {
  sensitive = true
}
${modules.map(callOf).join('')}
data "terraform_remote_state" "none" {
  count   = 0
  backend = "local"
}
resource "terraform_data" "login" {
  input = var.password
}
output "ids" {
  value = { ${modules.map((name) => `${name} = module.${name}.ids`).join(', ')} }
}
output "password" {
  value     = var.password
  sensitive = true
}
`;

const importInto = ['import', 'terraform', 'infra', '--source', 'infra'] as const;

/** A directory with a root module whose resources are in six modules, applied by terraform itself. */
async function openRoot(modules?: readonly string[]) {
  const opened = await terraformDirectory();
  const password = canary('password in a file of variables');
  const files = {'part/main.tf': PART, 'terraform.tfvars.json': JSON.stringify({password})};
  await opened.applied(rootOf(opened.server.address, modules?.slice()), files);
  return {...opened, password};
}

describe.runIf(hasTestProvider())('with the terraform of this machine and the test provider', () => {
  it('a root module with six modules becomes the source of a stack, and no resource is touched', async () => {
    const {stack, env, server, password, state, terraform, run, preview} = await openRoot();
    const [before, requests] = [await state(), server.bodies.length];
    const {code, document, stderr} = await stack.json<ImportedTerraform>([...importInto, '-w', 'test'], {env});
    expect({code, stderr}).toMatchObject({code: 0});
    expect(document).toMatchObject({result: 'imported', revision: 1, skipped: [], diagnostics: []});
    expect(document.resources).toHaveLength(31);
    expect(document.resources.map(({id}) => id)).toContain('module.c.gantrytest_object.one["z.1"]');
    const {unchanged, ...others} = document.plan?.summary ?? {};
    expect(unchanged).toBe(32);
    expect(Object.values(others).every((count) => count === 0)).toBe(true);
    expect(await readFile(join(stack.dir, 'infra-stack/stack.yaml'), 'utf8')).toMatch(
      /^# Imported from .*\nname: infra-stack\nsources:\n {2}- terraform: \.\.\/infra\n$/,
    );
    // The directory is as it was, and terraform agrees.
    expect(await state()).toBe(before);
    expect(await terraform('plan', '-no-color', '-input=false')).toContain('No changes');

    const plan = await preview();
    expect(plan.changes.filter(({action}) => action !== 'unchanged')).toEqual([]);
    expect(plan.diagnostics).toEqual([]);
    expect(server.bodies).toHaveLength(requests);
    const drift = await run('drift', '-C', 'infra-stack');
    expect(drift, drift.stderr).toMatchObject({code: 0});
    expect((await run('output', 'password', '-C', 'infra-stack')).stdout).toBe(`${password}\n`);
    const written = [...(await everythingWritten(join(stack.dir, 'state'))), ...(await everythingWritten(stack.home))];
    for (const [file, text] of written) expect(leaks(text, {password}), file).toEqual([]);

    const again = await run(...importInto);
    expect(again).toMatchObject({code: 0});
    expect(again.stdout).toContain('was imported before. Nothing was changed.');

    await stack.write({'infra/part/main.tf': PART.replace('size     = each.value', 'size     = "large"')});
    const changed = (await preview()).changes.filter(({action}) => action === 'update');
    expect(changed.length).toBeGreaterThanOrEqual(12);
    expect(changed.map(({id}) => id)).toContain('module.f.gantrytest_object.one["x"]');
    // Also without an apply before it, and without the files.
    await rm(join(stack.dir, 'infra'), {recursive: true});
    const destroyed = await run('destroy', '--yes', '-C', 'infra-stack', '--allow-delete', 'all');
    expect(destroyed, destroyed.stderr).toMatchObject({code: 0});
    expect(server.objects.size).toBe(0);
  }, 240_000);

  it('resources of modules and instances are refused without their files, with the way out', async () => {
    const {stack, run} = await openRoot(['a']);
    const refused = await run('import', 'terraform', 'infra', '--out', 'records');
    expect(refused).toMatchObject({code: 3});
    expect(refused.stderr).toContain('module.a.gantrytest_object.one: resources of modules have no place in a spec');
    expect(refused.stderr).toContain('--source DIR');
    expect(existsSync(join(stack.dir, 'records'))).toBe(false);
  }, 120_000);

  it('a root module without outputs is imported as a whole', async () => {
    const {applied, run, preview} = await terraformDirectory();
    await applied('resource "terraform_data" "one" {\n  count = 2\n}\n');
    const ran = await run(...importInto);
    expect(ran, ran.stderr).toMatchObject({code: 0, stderr: expect.not.stringContaining('warning')});
    expect((await preview()).changes.map(({id, action}) => [id, action]).toSorted()).toEqual([
      ['terraform:output', 'unchanged'],
      ['terraform_data.one[0]', 'unchanged'],
      ['terraform_data.one[1]', 'unchanged'],
    ]);
    const destroyed = await run('destroy', '--yes', '-C', 'infra-stack');
    expect(destroyed, destroyed.stderr).toMatchObject({code: 0});
  }, 120_000);

  it('a file of variables and a pulled state are used, and the difference of a resource is named', async () => {
    const {stack, directory, run, server, preview, state} = await openRoot(['a']);
    await stack.write({'vars/prod.tfvars.json': await readFile(join(directory, 'terraform.tfvars.json'), 'utf8')});
    await rm(join(directory, 'terraform.tfvars.json'));
    await stack.write({'state.json': await state()});
    const [id = '', object = {}] = [...server.objects].find(([, {name}]) => name === 'a-x') ?? [];
    server.objects.set(id, {...object, size: 'by hand'});
    const missing = await run('import', 'terraform', 'state.json', '--source', 'infra');
    expect(missing.stderr).toMatch(/infra\/main\.tf:\d+:\d+: error: No value for required variable/);
    expect(existsSync(join(stack.dir, 'infra-stack'))).toBe(false);
    const ran = await run(
      'import',
      'terraform',
      'state.json',
      '--source',
      'infra',
      '--var-file',
      'vars/prod.tfvars.json',
    );
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(ran.stderr).toContain('module.a.gantrytest_object.one["x"] (update)');
    expect((await preview()).summary).toMatchObject({update: 1, create: 0, delete: 0});
    expect(server.objects.get(id)).toMatchObject({size: 'by hand'});
  }, 120_000);

  it('an import that was killed at any moment goes on at the next run', async () => {
    const {stack, env, run, server, preview} = await openRoot(['a']);
    const requests = server.bodies.length;
    // Between the files and the release.
    expect(await run(...importInto)).toMatchObject({code: 0});
    await rm(join(stack.dir, 'state'), {recursive: true});
    const next = await run(...importInto);
    expect(next, next.stderr).toMatchObject({code: 0});
    expect(next.stdout).toContain('created infra-stack/stack.yaml');
    // Between the state and the release.
    await rm(join(stack.dir, 'state'), {recursive: true});
    await rm(join(stack.dir, 'infra-stack'), {recursive: true});
    const child = spawn(process.execPath, [PROGRAM, ...importInto, '-w', 'test'], {
      cwd: stack.dir,
      env: {
        PATH: process.env['PATH'],
        HOME: stack.home,
        GANTRY_HOME: join(stack.home, '.gantry'),
        ...env,
        ...TESTED_PROGRAM,
      },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    while (child.exitCode === null && !existsSync(join(stack.dir, 'state', 'terraform'))) await delay(1);
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    const last = await run(...importInto);
    expect(last, last.stderr).toMatchObject({code: 0});
    expect((await run('release', 'list', '-C', 'infra-stack')).stdout.match(/succeeded/g)).toHaveLength(1);
    expect((await preview()).changes.every(({action}) => action === 'unchanged')).toBe(true);
    expect(server.bodies).toHaveLength(requests);

    // A file that somebody has changed is not overwritten.
    await rm(join(stack.dir, 'state'), {recursive: true});
    const file = 'infra-stack/stack.yaml';
    await stack.write({[file]: `${await readFile(join(stack.dir, file), 'utf8')}# mine\n`});
    expect((await run(...importInto)).stderr).toMatch(/these files already exist: \S*infra-stack\/stack\.yaml/);
  }, 240_000);

  it.each([
    {
      name: 'a deposed object in a module',
      change: (text: string) => text.replace('"index_key": "x",', '"index_key": "x", "deposed": "0a1b2c3d",'),
      says: 'module.a.gantrytest_object.one["x"]: an object of an incomplete replacement still exists',
    },
    {
      name: 'a tainted instance',
      change: (text: string) => text.replace('"index_key": 1,', '"index_key": 1, "status": "tainted",'),
      says: `terraform untaint 'module.a.terraform_data.all[1]'`,
    },
    {
      name: 'a provider that nobody has',
      change: (text: string) => text.replaceAll(TEST_PROVIDER, 'gantry.invalid/test/nobody'),
      says: 'gantry.invalid/test/nobody',
    },
  ])(
    '$name is refused, and nothing is written',
    async ({change, says}) => {
      const {stack, run, directory, state} = await openRoot(['a']);
      await writeFile(join(directory, 'terraform.tfstate'), change(await state()));
      const refused = await run(...importInto);
      expect(refused.code).toBeGreaterThan(0);
      expect(refused.stderr).toContain(says);
      expect(existsSync(join(stack.dir, 'infra-stack'))).toBe(false);
      expect(existsSync(join(stack.dir, 'state'))).toBe(false);
    },
    120_000,
  );

  it('files of another module, a project in the files, and flags without effect are refused', async () => {
    const {stack, run, server} = await openRoot(['a']);
    await stack.write({'other/main.tf': `${objectModule(server.address)}resource "terraform_data" "other" {}\n`});
    const other = await run('import', 'terraform', 'infra', '--source', 'other');
    expect(other).toMatchObject({code: 3});
    expect(other.stderr).toContain('the files in other have none of the resources of the state');
    expect(existsSync(join(stack.dir, 'other-stack'))).toBe(false);
    const within = await run('import', 'terraform', 'infra', '--source', '.', '--out', 'within');
    expect(within.stderr).toContain('all files of a source are a part of the release');
    expect((await run(...importInto, '--secrets', 'refs')).stderr).toContain('have no effect');
    expect((await run('import', 'terraform', 'infra', '--var-file', 'a')).stderr).toContain('Pass --source DIR');
  }, 120_000);
});
