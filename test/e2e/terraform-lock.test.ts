import {rename, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {readLockFile} from '../../src/config/sources/helm/chart-lock-file.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {REGISTRY, type TerraformLock} from '../../src/core/resource/terraform-lock.ts';
import {ChartLockOutput} from '../../src/ui/output/chart-output.ts';
import {atEndOfTest} from '../rig/end-of-test.ts';
import {mirrored, providerMirror} from '../rig/provider-mirror.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {makeStack} from '../rig/stack.ts';
import {hasTerraform, testedProduct, testedTerraform} from '../rig/terraform.ts';
import {terraformData} from '../rig/terraform-stack.ts';

const thing = (version: string): JsonObject => ({
  id: 'test:one:one_thing:a',
  type: 'Terraform',
  attributes: {},
  extensions: {provider: `${mirrored('one')}/${version}`, resourceType: 'one_thing'},
});

/** A stack of Terraform resources alone: it needs no cluster. */
async function lockedStack(...resources: readonly JsonObject[]) {
  const [mirror, terraform, age] = await Promise.all([providerMirror(), testedTerraform(), ageIdentity()]);
  atEndOfTest(mirror.close);
  atEndOfTest(terraform.close);
  const stack = await makeStack({
    files: {
      'stack.yaml': {name: 'shop', workspace: 'test', namespace: 'shop', sources: [{spec: 'spec.yaml'}]},
      'project.yaml': {
        name: 'shop',
        backend: {local: {path: 'state'}, encryption: {age: {recipients: [age.recipient]}}},
      },
      'workspaces/test.yaml': {name: 'test'},
    },
  });
  const spec = (all: readonly JsonObject[]) => stack.write({'spec.yaml': {resources: all}});
  await spec(resources);
  const env = {...terraform.env, ...mirror.env, GANTRY_AGE_KEY: age.key};
  const locked = () => readLockFile(stack.dir).lock;
  return {
    mirror,
    stack,
    spec,
    calls: terraform.calls,
    run: (args: string, more: Readonly<Record<string, string>> = {}) =>
      stack.gantry(args.split(' '), {env: {...env, ...more}}),
    json: async (args: string) => (await stack.json<JsonObject>(args.split(' '), {env})).document,
    read: () => locked().terraform,
    /** Changes the lock file, as a colleague with another machine would. */
    change: (part: Partial<TerraformLock>) =>
      stack.write({'charts.lock.yaml': {...locked(), terraform: {...locked().terraform, ...part}}}),
    forgetInstalled: () => rm(join(stack.home, '.gantry/cache/terraform'), {recursive: true, force: true}),
  };
}

const PLATFORMS = ['linux_amd64', 'linux_arm64'];

/** A stack whose code requires the provider `one`, of which the mirror has three versions. */
async function lockedCode(constraint: string, more: Readonly<Record<string, string>> = {}) {
  const made = await lockedStack();
  for (const platform of PLATFORMS)
    for (const version of ['1.0.0', '1.1.0', '2.0.0']) await made.mirror.add('one', version, platform);
  const permit = (wanted: string) =>
    made.stack.write({
      'code/main.tf': `terraform {
  required_providers {
    one = {
      source  = "${mirrored('one')}"
      version = "${wanted}"
    }
  }
}
resource "one_thing" "a" {}
`,
    });
  await permit(constraint);
  await made.stack.write({
    'stack.yaml': {name: 'shop', workspace: 'test', namespace: 'shop', sources: [{terraform: 'code'}]},
    ...more,
  });
  return {...made, permit};
}

/** The text of a dependency lock file with one provider. */
const lockOf = (version: string, hashes: readonly string[]): string =>
  `provider "${mirrored('one')}" {
  version = "${version}"
  hashes = [
${hashes.map((hash) => `    "${hash}",\n`).join('')}  ]
}
`;

describe.runIf(hasTerraform())('with the terraform of this machine', () => {
  it('gantry chart lock writes the program, and the providers with their checksums', async () => {
    const {mirror, run, json, read} = await lockedStack(thing('1.0.0'), terraformData('record', {}));
    await mirror.add('one', '1.0.0', 'linux_amd64');
    await mirror.add('one', '1.0.0', 'linux_arm64');
    const locked = await run('chart lock');
    expect(locked, locked.stderr).toMatchObject({code: 0});
    expect(locked.stdout).toMatch(/^Wrote .*charts\.lock\.yaml\.$/m);
    expect(locked.stdout).toMatch(/gantry\.invalid\/test\/one +1\.0\.0 +2 checksums/);
    expect(locked.stderr).toContain('linux_amd64, linux_arm64 only');
    const lock = read();
    expect(lock).toMatchObject({program: testedProduct(), providers: [{source: mirrored('one'), version: '1.0.0'}]});
    expect(ChartLockOutput.parse(await json('chart lock'))).toMatchObject({changed: false, terraform: lock});
  });

  it('another version of the program than the locked one is refused, and an upgrade locks the present one', async () => {
    const {run, read, change, calls} = await lockedStack(terraformData('record', {}));
    expect(await run('chart lock')).toMatchObject({code: 0});
    const version = read()?.version;
    await change({version: '1.5.7'});
    const refused = await run('preview');
    expect(refused).toMatchObject({code: 5});
    expect(refused.stderr).toContain(
      `${testedProduct()} ${version}, but charts.lock.yaml has ${testedProduct()} 1.5.7`,
    );
    expect(refused.stderr).toContain('gantry chart lock --upgrade');
    expect(calls().filter((line) => !line.startsWith('version'))).not.toContain('plan');
    expect(await run('chart lock')).toMatchObject({code: 5});
    expect(await run('chart lock --upgrade')).toMatchObject({code: 0});
    expect(read()).toMatchObject({version});
    const planned = await run('preview');
    expect(planned, planned.stderr).toMatchObject({code: 0});
  });

  it('a package with another checksum than the lock is refused before a plan', async () => {
    const {mirror, run, calls, forgetInstalled} = await lockedStack(thing('1.0.0'));
    for (const platform of ['linux_amd64', 'linux_arm64']) await mirror.add('one', '1.0.0', platform);
    expect(await run('chart lock')).toMatchObject({code: 0});
    for (const platform of ['linux_amd64', 'linux_arm64']) await mirror.add('one', '1.0.0', platform, 'changed');
    await forgetInstalled();
    const refused = await run('preview');
    expect(refused, refused.stderr).toMatchObject({code: 5});
    expect(refused.stderr).toContain(`the package of the provider ${mirrored('one')} 1.0.0 has none of the locked`);
    expect(calls().some((line) => line.startsWith('plan'))).toBe(false);
  });

  it('a package that is changed after its installation is refused by the plan', async () => {
    const {mirror, run} = await lockedStack(thing('1.0.0'));
    for (const platform of ['linux_amd64', 'linux_arm64']) await mirror.add('one', '1.0.0', platform);
    expect(await run('chart lock')).toMatchObject({code: 0});
    expect((await run('preview')).stderr).not.toContain('locked checksums');
    for (const platform of ['linux_amd64', 'linux_arm64']) await mirror.add('one', '1.0.0', platform, 'changed');
    await rm(mirror.pluginCache, {recursive: true});
    const refused = await run('preview');
    expect(refused, refused.stderr).toMatchObject({code: 5});
    expect(refused.stderr).toContain('has none of the locked checksums');
  });

  it('another version in the files than in the lock is refused, until it is locked', async () => {
    const {mirror, run, read, spec} = await lockedStack(thing('1.0.0'));
    for (const platform of ['linux_amd64', 'linux_arm64'])
      for (const version of ['1.0.0', '1.1.0']) await mirror.add('one', version, platform);
    expect(await run('chart lock')).toMatchObject({code: 0});
    await spec([thing('1.1.0')]);
    const refused = await run('preview');
    expect(refused).toMatchObject({code: 5});
    expect(refused.stderr).toContain(`has the provider ${mirrored('one')} 1.0.0, but the files want 1.1.0`);
    expect(await run('chart lock')).toMatchObject({code: 0});
    expect(read()).toMatchObject({providers: [{version: '1.1.0'}]});
  });

  it('GANTRY_LOCK refuses what is not locked, and accepts what is', async () => {
    const {mirror, run, spec} = await lockedStack(thing('1.0.0'));
    for (const platform of ['linux_amd64', 'linux_arm64'])
      for (const version of ['1.0.0', '1.1.0']) await mirror.add('one', version, platform);
    const only = {GANTRY_LOCK: '1'};
    const unlocked = await run('build', only);
    expect(unlocked).toMatchObject({code: 3, stderr: expect.stringContaining('terraform is not locked')});
    expect(await run('chart lock', only)).toMatchObject({code: 0});
    expect(await run('build', only)).toMatchObject({code: 0});
    await spec([thing('1.1.0')]);
    const stale = await run('build --lock');
    expect(stale).toMatchObject({code: 3, stderr: expect.stringContaining('no longer applies')});
  });

  it('a provider that no mirror has fails by its name, and nothing is recorded', async () => {
    const {run, json} = await lockedStack(thing('1.0.0'));
    const failed = await run('apply --yes');
    expect(failed, failed.stderr).toMatchObject({code: 1});
    expect(failed.stderr).toContain(`${mirrored('one')} was not found in any of the search locations`);
    expect(await json('release list')).toMatchObject({releases: []});
  });

  it('a lock file with a text in place of a checksum is refused with its line', async () => {
    const {mirror, run, change} = await lockedStack(thing('1.0.0'));
    await mirror.add('one', '1.0.0', 'linux_amd64');
    await mirror.add('one', '1.0.0', 'linux_arm64');
    expect(await run('chart lock')).toMatchObject({code: 0});
    await change({providers: [{source: mirrored('one'), version: '1.0.0', hashes: ['"\n]\nprovider "x" {']}]});
    const refused = await run('preview');
    expect(refused).toMatchObject({code: 3, stderr: expect.stringContaining('must be a checksum')});
  });

  it('gantry chart lock locks the providers that only the code requires, and keeps them until an upgrade', async () => {
    const {run, read, permit} = await lockedCode('1.0.0');
    const only = {GANTRY_LOCK: '1'};
    const locked = await run('chart lock');
    expect(locked, locked.stderr).toMatchObject({code: 0, stderr: expect.stringContaining(PLATFORMS.join(', '))});
    expect(read()?.providers).toMatchObject([{source: mirrored('one'), version: '1.0.0'}]);
    expect(read()?.providers[0]?.hashes).toHaveLength(2);
    expect(await run('build', only)).toMatchObject({code: 0});
    await permit('~> 1.0');
    const kept = await run('chart lock');
    expect(kept, kept.stderr).toMatchObject({code: 0});
    expect(read()?.providers).toMatchObject([{version: '1.0.0'}]);
    expect(await run('chart lock --upgrade')).toMatchObject({code: 0});
    expect(read()?.providers).toMatchObject([{version: '1.1.0'}]);
    await permit('~> 2.0');
    const refused = await run('preview');
    expect(refused, refused.stderr).toMatchObject({code: 5});
    expect(refused.stderr).toContain(`the provider ${mirrored('one')} is locked in version 1.1.0, but the files want`);
    expect(await run('chart lock')).toMatchObject({code: 0});
    expect(read()?.providers).toMatchObject([{version: '2.0.0'}]);
  });

  it('a provider without a host is locked as one of the registry of the program', async () => {
    const {run, read, stack, mirror} = await lockedCode('1.0.0');
    const registry = REGISTRY[testedProduct()];
    await mirror.add('two', '1.0.0', 'linux_amd64');
    await rename(join(mirror.directory, 'gantry.invalid'), join(mirror.directory, registry));
    const resource = {
      id: 'test:two:two_thing:a',
      type: 'Terraform',
      attributes: {},
      extensions: {provider: 'test/two/1.0.0', resourceType: 'two_thing'},
    };
    await stack.write({
      'stack.yaml': {
        name: 'shop',
        workspace: 'test',
        namespace: 'shop',
        sources: [{terraform: 'code'}, {spec: 'spec.yaml'}],
      },
      'spec.yaml': {resources: [resource]},
      'code/main.tf':
        'terraform {\n  required_providers {\n    one = { source = "test/one" }\n  }\n}\nresource "one_thing" "a" {}\n',
    });
    const locked = await run('chart lock');
    expect(locked, locked.stderr).toMatchObject({code: 0});
    expect(read()?.providers.map(({source}) => source)).toEqual([`${registry}/test/one`, `${registry}/test/two`]);
    expect(await run('build', {GANTRY_LOCK: '1'})).toMatchObject({code: 0});
  });

  it('a provider of the code that is not locked, or whose package differs, is refused', async () => {
    const {run, change, mirror, calls, forgetInstalled} = await lockedCode('1.0.0');
    expect(await run('chart lock')).toMatchObject({code: 0});
    await change({providers: []});
    const unlocked = await run('build', {GANTRY_LOCK: '1'});
    expect(unlocked).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`the provider ${mirrored('one')} is not locked`),
    });
    expect(await run('chart lock')).toMatchObject({code: 0});
    for (const platform of PLATFORMS) await mirror.add('one', '1.0.0', platform, 'changed');
    await forgetInstalled();
    const refused = await run('preview');
    expect(refused, refused.stderr).toMatchObject({code: 5});
    expect(refused.stderr).toContain(`the package of the provider ${mirrored('one')} 1.0.0 has none of the locked`);
    expect(calls().some((line) => line.startsWith('plan'))).toBe(false);
  });

  it('the dependency lock file of the code locks its providers: an upgrade keeps them, and a wrong checksum is refused', async () => {
    const {run, read, stack, calls} = await lockedCode('~> 1.0');
    expect(await run('chart lock')).toMatchObject({code: 0});
    const {hashes = [], version} = read()?.providers[0] ?? {};
    expect(version).toBe('1.1.0');
    const file = 'code/.terraform.lock.hcl';
    await stack.write({[file]: lockOf('1.1.0', hashes)});
    const upgraded = await run('chart lock --upgrade');
    expect(upgraded, upgraded.stderr).toMatchObject({code: 0});
    expect(upgraded.stderr).toContain('terraform init -upgrade');
    expect(read()?.providers).toEqual([]);
    expect(await run('build', {GANTRY_LOCK: '1'})).toMatchObject({code: 0});
    await stack.write({[file]: lockOf('1.0.0', [`h1:${'A'.repeat(43)}=`])});
    for (const args of ['chart lock', 'preview']) {
      const refused = await run(args);
      expect(refused, refused.stderr).toMatchObject({code: 5});
      expect(refused.stderr).toContain(`the package of the provider ${mirrored('one')} 1.0.0 has none of the locked`);
    }
    expect(calls().some((line) => line.startsWith('plan'))).toBe(false);
  });
});
