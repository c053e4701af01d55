import {existsSync} from 'node:fs';
import {readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {ImportedTerraform} from '../../src/app/import/terraform/import-terraform.ts';
import {ImportTerraformOutput} from '../../src/ui/output/import-output.ts';
import {canary, everythingWritten, leaks} from '../rig/canaries.ts';
import {hasTestProvider} from '../rig/terraform-provider.ts';
import {objectModule, terraformDirectory} from './support/terraform-directory.ts';

const TWO = `
resource "terraform_data" "zone" {
  input = { size = "small", empty = "", text = "$\${x} %%{y}" }
}
resource "terraform_data" "record" {
  input            = [1, true, terraform_data.zone.id]
  triggers_replace = terraform_data.zone.id
}
resource "terraform_data" "last" {
  input = [terraform_data.record.id, terraform_data.zone.id]
}
output "zone" { value = terraform_data.zone.id }
`;

const importInto = ['import', 'terraform', 'infra', '--out', 'infra-stack'] as const;

/** Opens a directory whose state has a secret in each of the ways in which a state can have one. */
async function withSecrets() {
  const opened = await terraformDirectory();
  const secrets = {schema: canary('password of an object'), marked: canary('sensitive input'), named: canary('a name')};
  await opened.applied(`${objectModule(opened.server.address)}
resource "gantrytest_object" "db" {
  name     = "db"
  size     = "small"
  password = ${JSON.stringify(secrets.schema)}
}
resource "terraform_data" "marked" { input = sensitive(${JSON.stringify(secrets.marked)}) }
resource "terraform_data" "named" { input = { user = "shop", api_key = ${JSON.stringify(secrets.named)} } }
`);
  return {...opened, secrets};
}

describe.runIf(hasTestProvider())('with the terraform of this machine and the test provider', () => {
  it('a state becomes a stack whose preview changes nothing', async () => {
    const {stack, env, applied, terraform, state, run, preview} = await terraformDirectory();
    await applied(TWO);
    const before = await state();
    const {code, document, stderr} = await stack.json<ImportedTerraform>([...importInto, '-w', 'test'], {env});
    expect({code, stderr}).toMatchObject({code: 0});
    expect(ImportTerraformOutput.safeParse(document).error?.issues).toBeUndefined();
    const ids = ['last', 'record', 'zone'].map((name) => `terraform:builtin:terraform_data:${name}`);
    expect(document).toMatchObject({
      result: 'imported',
      revision: 1,
      skipped: [{id: 'output.zone', because: 'an output'}],
      plan: {summary: {unchanged: 3, create: 0, update: 0, delete: 0}},
    });
    expect(document.resources.map(({id}) => id).toSorted()).toEqual(ids);
    expect(document.resources.map(({address}) => address)).toContain('terraform_data.zone');
    const plan = await preview();
    expect(plan.changes.map(({id, action}) => [id, action]).toSorted()).toEqual(ids.map((id) => [id, 'unchanged']));
    expect(plan.diagnostics).toEqual([]);
    // The old state and the old directory are as they were.
    expect(await state()).toBe(before);
    expect(await terraform('plan', '-no-color', '-input=false')).toContain('No changes');

    const drift = await run('drift', '-C', 'infra-stack');
    expect(drift, drift.stderr).toMatchObject({code: 0});
    const spec = await readFile(join(stack.dir, 'infra-stack/spec.yaml'), 'utf8');
    // The last one depends on both, and needs to name only the one that depends on the other.
    expect(spec.match(/dependsOn:\n(?: {6}- .*\n)+/g)?.map((text) => text.match(/data:\w+/g))).toEqual([
      ['data:record'],
      ['data:zone'],
    ]);

    await stack.write({'infra-stack/spec.yaml': spec.replace('small', 'large')});
    expect((await preview()).changes.filter(({action}) => action !== 'unchanged')).toMatchObject([
      {id: ids[2], action: 'update', fields: [{path: 'input.size', before: 'small', after: 'large', cause: 'spec'}]},
    ]);
    const destroyed = await run('destroy', '--yes', '-C', 'infra-stack');
    expect(destroyed, destroyed.stderr).toMatchObject({code: 0});
    expect(destroyed.stderr.match(/deleted +\S+/g)?.map((line) => line.split(':').at(-1))).toEqual([
      'last',
      'record',
      'zone',
    ]);
  });

  it('an import that runs twice changes nothing, and a state belongs to one stack', async () => {
    const {stack, applied, run} = await terraformDirectory();
    await applied(TWO);
    expect(await run(...importInto)).toMatchObject({code: 0});
    const written = await readFile(join(stack.dir, 'infra-stack/spec.yaml'), 'utf8');
    const again = await run(...importInto);
    expect(again).toMatchObject({code: 0});
    expect(again.stdout).toContain('was imported before. Nothing was changed.');
    expect(await readFile(join(stack.dir, 'infra-stack/spec.yaml'), 'utf8')).toBe(written);
    expect((await run('release', 'list', '-C', 'infra-stack')).stdout.match(/succeeded/g)).toHaveLength(1);

    const other = await run('import', 'terraform', 'infra', '--out', 'other');
    expect(other).toMatchObject({code: 3});
    expect(other.stderr).toContain('the state is already that of shop/infra-stack/test');
    expect(existsSync(join(stack.dir, 'other'))).toBe(false);

    await applied(TWO.replace('small', 'medium'));
    const newer = await run(...importInto);
    expect(newer).toMatchObject({code: 3});
    expect(newer.stderr).toContain('Terraform has changed the state since shop/infra-stack/test got it');
  });

  it('an import that was killed before its release goes on, unless its files were changed', async () => {
    const {stack, applied, run, preview} = await terraformDirectory();
    await applied(TWO);
    expect(await run(...importInto)).toMatchObject({code: 0});
    await rm(join(stack.dir, 'state'), {recursive: true});
    expect(await run(...importInto)).toMatchObject({code: 0});
    expect((await preview()).summary).toMatchObject({unchanged: 3, update: 0, create: 0, delete: 0});

    await rm(join(stack.dir, 'state'), {recursive: true});
    const file = join(stack.dir, 'infra-stack/spec.yaml');
    await writeFile(file, (await readFile(file, 'utf8')).replace('small', 'large'));
    const refused = await run(...importInto);
    expect(refused).toMatchObject({code: 3});
    expect(refused.stderr).toMatch(/these files already exist: .*spec\.yaml/);
    expect(await readFile(file, 'utf8')).toContain('large');
  });

  it('no other state enters a stack with releases', async () => {
    const {applied, run, directory} = await terraformDirectory();
    await applied(TWO);
    expect(await run(...importInto)).toMatchObject({code: 0});
    const text = await readFile(join(directory, 'terraform.tfstate'), 'utf8');
    await writeFile(join(directory, 'other.json'), text.replace(/"lineage": "[^"]*"/, '"lineage": "another"'));
    const refused = await run('import', 'terraform', 'infra/other.json', '--out', 'infra-stack');
    expect(refused).toMatchObject({code: 3});
    expect(refused.stderr).toContain('shop/infra-stack/test already has releases');
  });

  it('secret arguments are references, and no secret is written or printed', async () => {
    const {stack, secrets, run, preview, server} = await withSecrets();
    const refused = await run(...importInto);
    expect(refused).toMatchObject({code: 3});
    for (const place of ['db/password', 'marked/input', 'named/input.api_key']) expect(refused.stderr).toContain(place);
    expect(refused.stderr).toContain('--secrets refs');
    expect(existsSync(join(stack.dir, 'infra-stack'))).toBe(false);

    const requests = server.bodies.length;
    const ran = await run(...importInto, '--secrets', 'refs', '--provider-ref', 'gantrytest.main');
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(ran.stdout).toContain('3 unchanged');
    const spec = await readFile(join(stack.dir, 'infra-stack/spec.yaml'), 'utf8');
    for (const reference of ['ref://db/password', 'ref://marked/input', 'ref://named/input.api_key'])
      expect(spec).toContain(reference);
    // Only computed: it is in no file.
    expect(spec).not.toContain('serial');
    for (const place of [join(stack.dir, 'infra-stack'), join(stack.dir, 'state'), stack.home])
      for (const [file, text] of await everythingWritten(place)) expect(leaks(text, secrets), file).toEqual([]);
    expect(leaks(ran.stdout + ran.stderr + refused.stderr, secrets)).toEqual([]);

    await stack.write({
      'secrets/db': JSON.stringify({password: secrets.schema}),
      'secrets/marked': JSON.stringify({input: secrets.marked}),
      'secrets/named': JSON.stringify({'input.api_key': secrets.named}),
    });
    const plan = await preview();
    expect(plan.summary).toMatchObject({unchanged: 3, update: 0, create: 0, delete: 0, replace: 0});
    // The provider was only asked to read.
    expect(server.bodies).toHaveLength(requests);
  });

  it('a resource that differs at its provider is imported and named', async () => {
    const {server, applied, run, preview} = await terraformDirectory();
    await applied(`${objectModule(server.address)}
resource "gantrytest_object" "a" {
  name = "a"
  size = "small"
}
resource "gantrytest_object" "b" {
  name = "b"
  size = ""
}
`);
    const [id = '', object = {}] = [...server.objects].find(([, {name}]) => name === 'a') ?? [];
    server.objects.set(id, {...object, size: 'by hand'});
    const ran = await run(...importInto, '--provider-ref', 'gantrytest.main');
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(ran.stderr).toContain('these resources differ from the state: test:gantrytest:gantrytest_object:a (update)');
    const plan = await preview();
    expect(plan.summary).toMatchObject({update: 1, unchanged: 1, create: 0, delete: 0});
    expect(plan.changes.find(({action}) => action === 'update')).toMatchObject({
      fields: [{path: 'size', before: 'by hand', after: 'small', cause: 'drift'}],
    });
    expect(server.objects.get(id)).toMatchObject({size: 'by hand'});
  });

  it('a provider without its settings is refused, and nothing is written', async () => {
    const {server, stack, applied, run} = await terraformDirectory();
    await applied(`${objectModule(server.address)}resource "gantrytest_object" "a" { name = "a" }\n`);
    const ran = await run(...importInto);
    expect(ran).toMatchObject({code: 1});
    expect(ran.stderr).toContain('address');
    expect(existsSync(join(stack.dir, 'infra-stack'))).toBe(false);
    expect(await run(...importInto, '--provider-ref', 'gantrytest.nobody')).toMatchObject({code: 3});
    expect(await run(...importInto, '--provider-ref', 'gantrytest.main')).toMatchObject({code: 0});
  });

  it.each([
    {
      name: 'a state with a module',
      change: (text: string) => text.replace('"mode": "managed",', '"module": "module.shop", "mode": "managed",'),
      says: 'module.shop.terraform_data.last: resources of modules have no place in a spec',
    },
    {
      name: 'a tainted resource',
      change: (text: string) => text.replace('"schema_version": 0,', '"status": "tainted", "schema_version": 0,'),
      says: 'it is tainted',
    },
    {name: 'half a file', change: (text: string) => text.slice(0, 200), says: 'is not a state of Terraform'},
    {name: 'an older format', change: (text: string) => text.replace('"version": 4', '"version": 3'), says: 'format 3'},
  ])('$name is refused, and nothing is written', async ({change, says}) => {
    const {stack, applied, run, directory} = await terraformDirectory();
    await applied(TWO);
    const file = join(directory, 'terraform.tfstate');
    await writeFile(file, change(await readFile(file, 'utf8')));
    const refused = await run(...importInto);
    expect(refused).toMatchObject({code: 3});
    expect(refused.stderr).toContain(says);
    expect(existsSync(join(stack.dir, 'infra-stack'))).toBe(false);
    expect(existsSync(join(stack.dir, 'state'))).toBe(false);
  });

  it('a backend without a seal, a remote backend and a directory without a state are refused', async () => {
    const {stack, applied, run} = await terraformDirectory();
    await applied(TWO);
    await stack.write({'empty/main.tf': ''});
    expect((await run('import', 'terraform', 'empty')).stderr).toContain('the directory has no local state');
    await stack.write({'empty/.terraform/terraform.tfstate': {version: 3, backend: {type: 's3'}}});
    const remote = await run('import', 'terraform', 'empty');
    expect(remote).toMatchObject({code: 3});
    expect(remote.stderr).toContain('is in a remote backend');
    expect(remote.stderr).toContain('terraform state pull');
    await stack.write({'project.yaml': {name: 'shop', backend: {local: {path: 'open'}}}});
    const open = await run(...importInto);
    expect(open.stderr).toContain('is not sealed');
    expect(existsSync(join(stack.dir, 'infra-stack'))).toBe(false);
  });

  it('commands of terraform read a copy of the state, and its secrets are replaced', async () => {
    const {stack, secrets, run, env, server} = await withSecrets();
    expect(await run(...importInto, '--secrets', 'refs', '--provider-ref', 'gantrytest.main')).toMatchObject({code: 0});
    const tool = (...args: readonly string[]) =>
      stack.gantry(['-C', 'infra-stack', '-w', 'test', 'terraform', ...args], {env});
    const listed = await tool('state', 'list');
    expect(listed).toMatchObject({
      code: 0,
      stdout: 'gantrytest_object.db\nterraform_data.marked\nterraform_data.named\n',
    });
    const outputs = [
      await tool('state', 'show', 'gantrytest_object.db'),
      // Terraform itself prints the output of this resource in clear.
      await tool('state', 'show', 'terraform_data.marked'),
      await tool('show'),
      await tool('show', '-json'),
    ];
    for (const ran of outputs) expect(ran, ran.stderr).toMatchObject({code: 0});
    const text = outputs.map(({stdout, stderr}) => stdout + stderr).join('');
    expect(leaks(text, secrets)).toEqual([]);
    expect(text).toContain('small');
    expect(JSON.parse(outputs[3]?.stdout ?? '')).toMatchObject({
      values: {root_module: {resources: [{values: {name: 'db', password: '***'}}, {}, {}]}},
    });
    expect((await tool('providers')).stdout).toContain('gantrytest');
    expect((await tool('version', '-json')).stdout).toContain('terraform_version');

    // The exit code is that of the tool.
    expect(await tool('state', 'show', 'terraform_data.nobody')).toMatchObject({code: 1});
    const refused = await tool('state', 'rm', 'gantrytest_object.db');
    expect(refused).toMatchObject({code: 3});
    expect(refused.stderr).toContain('gantry resource forget');
    expect(server.objects.size).toBe(1);
    expect(await readdir(join(env['XDG_RUNTIME_DIR'] ?? '', `gantry-terraform-${process.getuid?.()}`))).toEqual([]);
  });

  it('a stack without a state has none to read', async () => {
    const {stack, run} = await terraformDirectory();
    await stack.write({
      'web/stack.yaml': {name: 'web', sources: [{spec: 'spec.yaml'}]},
      'web/spec.yaml': {resources: []},
    });
    const ran = await run('-C', 'web', 'terraform', '--', 'state', 'list');
    expect(ran.stderr).toContain('Release not found');
    expect(ran.code).not.toBe(0);
  });
});
