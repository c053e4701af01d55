import {mkdir, readdir, readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {isObject, type JsonObject} from '../../src/core/json.ts';
import {canary, everythingWritten, leaks, plainCanary} from '../rig/canaries.ts';
import {runAll} from '../rig/leak-check.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {startCollector} from '../rig/otlp-collector.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {hasTestProvider, TEST_PROVIDER} from '../rig/terraform-provider.ts';
import {terraformData, terraformId} from '../rig/terraform-stack.ts';
import {objectId, objectStack, processesOf} from './support/object-stack.ts';

const REPORTS = ['markdown', 'json', 'yaml', 'human', 'junit', 'sarif', 'gitlab-codequality', 'gitlab-terraform'];
/** The files that contain secrets because the user has written them. */
const GIVEN = /\/(?:secrets|workspaces)\/|\/spec\.yaml$/;
const WAYS = [['-v'], ['-o', 'json'], ['-o', 'yaml'], ['-o', 'jsonl'], ['-o', 'markdown']] as const;

/** Returns the command lines of all processes of this machine. */
async function commandLines(): Promise<string> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = (pid: string): Promise<string> => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return (await Promise.all(pids.map(read))).join('\n');
}

/** Returns the modes of the directories of runs and of all files in them: plans and states contain secrets. */
async function modesBelow(runs: string): Promise<readonly string[]> {
  const found = await readdir(runs, {recursive: true});
  const modes = await Promise.all([runs, ...found.map((name) => join(runs, name))].map(modeOf));
  return modes.flatMap((mode) => mode ?? []);
}

/** Returns the mode of a path; undefined for a draft that was renamed meanwhile. */
const modeOf = async (path: string): Promise<string | undefined> => {
  const stats = await stat(path).catch(() => undefined);
  return stats && `${stats.isDirectory() ? 'directory' : 'file'} ${(stats.mode & 0o777).toString(8)}`;
};

const dataOf = (secret: JsonObject | undefined): Readonly<Record<string, string>> => {
  const data = secret?.['data'];
  const entries = isObject(data) ? Object.entries(data) : [];
  return Object.fromEntries(entries.map(([name, value]) => [name, Buffer.from(String(value), 'base64').toString()]));
};

describe.runIf(hasTestProvider())('with the terraform of this machine and the test provider', () => {
  onCluster('secrets of Terraform resources', (cluster) => {
    it('no sink of any command has a secret, during a run and after it', async () => {
      const collector = await startCollector();
      const temporary = await scratchDirectory();
      const ofProcess = plainCanary('process');
      const stack = await objectStack(cluster, {
        TMPDIR: temporary,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        AWS_SESSION_TOKEN: ofProcess,
        TF_LOG: 'trace',
        TF_LOG_PATH: join(temporary, 'terraform.log'),
      });
      const {namespace, server, here, dir, home, runs} = stack;
      const secrets = {
        referenced: canary('referenced'),
        literal: canary('literal'),
        writeOnly: canary('write-only'),
        ofCluster: canary('cluster'),
        ofProvider: plainCanary('provider'),
        ofProcess,
        ageKey: stack.key,
      };
      const own = `v1:Secret:${namespace}:own`;
      const object = (name: string, attributes: JsonObject): JsonObject => ({
        id: objectId(name),
        type: 'Terraform',
        attributes: {name, ...attributes},
        extensions: {
          provider: `${TEST_PROVIDER}/1.0.0`,
          resourceType: 'gantrytest_object',
          providerRef: 'gantrytest.one',
        },
      });
      const secret = (name: string, stringData: JsonObject): JsonObject => ({
        id: `v1:Secret:${namespace}:${name}`,
        type: 'Kubernetes',
        attributes: {apiVersion: 'v1', kind: 'Secret', metadata: {name, namespace}, stringData},
      });
      const write = (size: string) =>
        here.write({
          'spec.yaml': {
            resources: [
              secret('own', {password: secrets.ofCluster}),
              object('a', {size, password: 'ref://login', token: secrets.writeOnly}),
              object('b', {size, password: `\${ref:${own}#data.password}`}),
              object('c', {size, password: secrets.literal}),
              terraformData('copies', {
                input: {size, values: ['b', 'c'].map((one) => `\${ref:${objectId(one)}#password}`)},
              }),
              secret('copy', {
                a: 'ref://login',
                ...Object.fromEntries(['b', 'c'].map((one) => [one, `\${ref:${objectId(one)}#password}`])),
                copied: `\${ref:${terraformId('copies')}#output.values[0]}`,
              }),
            ],
          },
        });
      await stack.begin('shop');
      await here.write({
        'workspaces/test.yaml': {
          name: 'test',
          context: {kubeconfig_path: cluster.kubeconfigPath},
          secretStore: {provider: {file: {path: '../secrets'}}},
          providers: {gantrytest: {one: {address: server.address, key: 'ref://key'}}},
        },
        'secrets/login': secrets.referenced,
        'secrets/key': secrets.ofProvider,
      });
      await write('small');
      await here.allow();
      await mkdir(join(dir, 'out'));

      const during: string[] = [];
      const modes: string[] = [];
      const watch = async ({provider}: {readonly provider: number}): Promise<void> => {
        const {terraform, watcher} = await processesOf(provider);
        const environments = [terraform, watcher, provider].map((pid) => readFile(`/proc/${pid}/environ`, 'utf8'));
        // The key of the provider is a variable of Terraform, which only this user can read.
        const others = (await Promise.all(environments)).map((text) => text.replaceAll(secrets.ofProvider, ''));
        during.push(await commandLines(), ...others);
        modes.push(...(await modesBelow(runs)));
      };
      server.reset(watch);
      const reports = (name: string) => REPORTS.flatMap((one) => ['--report', `${one}=out/${name}.${one}`]);
      const said = [
        await runAll(here, [['preview', '--detail']], WAYS),
        await runAll(here, [['preview', '--detail', ...reports('preview'), '--profile', 'out/preview.profile']], [[]]),
        await runAll(here, [['preview', '--save', 'out/plan.json']], [[]]),
        await runAll(
          here,
          [['apply', 'out/plan.json', '--no-wait', '--profile', 'out/apply.profile']],
          [['-v', '-o', 'jsonl']],
        ),
      ];
      const copy = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'copy'});
      expect(dataOf(copy), said.slice(2).join('\n')).toEqual({
        a: secrets.referenced,
        b: secrets.ofCluster,
        c: secrets.literal,
        copied: secrets.ofCluster,
      });

      // The provider refuses a change, and its message contains all that it was sent.
      await write('large');
      server.at(async (moment) => {
        await watch(moment);
        return moment.name === 'c' ? undefined : 'refuse';
      });
      said.push(await runAll(here, [['apply', '--yes', '--no-wait', ...reports('failed')]], [['-v']]));
      server.at(watch);
      said.push(
        await runAll(here, [['apply', '--yes', '--no-wait']], [['-o', 'jsonl']]),
        await runAll(
          here,
          [
            ['status'],
            ['drift'],
            ['why', objectId('a'), 'password'],
            ['release', 'show'],
            ['release', 'log'],
            ['release', 'diff', '1', '3', '--detail'],
            ['resource', 'list'],
            ['resource', 'show', objectId('a')],
            ['backend', 'verify'],
          ],
          [['-v'], ['-o', 'json']],
        ),
        await runAll(
          here,
          [['destroy', '--yes', '--no-wait', ...['a', 'b', 'c'].flatMap((one) => ['--allow-delete', objectId(one)])]],
          [['-v']],
        ),
      );

      const whole = said.join('\n');
      expect(whole).toContain('The server refused the object');
      expect(whole).toContain(`deleted   ${objectId('a')}`);
      // Each secret was where it belongs.
      const sent = server.bodies.map((body) => JSON.stringify(Object.values(body)));
      for (const value of [
        secrets.referenced,
        secrets.writeOnly,
        secrets.ofCluster,
        secrets.literal,
        secrets.ofProvider,
      ])
        expect(sent.filter((text) => text.includes(JSON.stringify(value)))).not.toEqual([]);
      expect(leaks(whole, secrets)).toEqual([]);
      expect(during.length).toBeGreaterThan(20);
      expect(leaks(during.join('\n'), secrets)).toEqual([]);
      expect(new Set(modes)).toEqual(new Set(['directory 700', 'file 600']));
      expect(collector.spans().length).toBeGreaterThan(5);
      expect(leaks(collector.bodies(), secrets)).toEqual([]);
      const written = [...(await everythingWritten(dir)), ...(await everythingWritten(home))].filter(
        ([file]) => !GIVEN.test(file),
      );
      const names = written.map(([file]) => file);
      for (const part of [
        'out/plan.json',
        'out/apply.profile',
        'out/failed.sarif',
        'state/terraform/',
        'state/releases/',
      ])
        expect(names).toContainEqual(expect.stringContaining(part));
      expect(written.flatMap(([file, text]) => leaks(text, secrets).map((leak) => `${file}: ${leak}`))).toEqual([]);
      expect(await readdir(temporary)).toEqual([]);
      expect(await readdir(runs)).toEqual([]);
    });

    it('a sensitive part of a value that the plan did not know is only where it belongs', async () => {
      const stack = await objectStack(cluster);
      const {namespace, server, here, dir, home} = stack;
      const id = 'test:gantrytest:gantrytest_shape:s';
      const shape = (size: string): JsonObject => ({
        id,
        type: 'Terraform',
        attributes: {name: 's', size},
        extensions: {
          provider: `${TEST_PROVIDER}/1.0.0`,
          resourceType: 'gantrytest_shape',
          providerMeta: {address: server.address},
        },
      });
      const taking = (kind: string, field: string): JsonObject => ({
        id: `v1:${kind}:${namespace}:copy`,
        type: 'Kubernetes',
        attributes: {
          apiVersion: 'v1',
          kind,
          metadata: {name: 'copy', namespace},
          [field]: {one: `\${ref:${id}#one.phrase}`, named: `\${ref:${id}#named.first.phrase}`},
        },
      });
      const secret = taking('Secret', 'stringData');
      const write = (...resources: readonly JsonObject[]) => here.write({'spec.yaml': {resources}});
      await stack.begin('shape');

      // The first plan cannot know that the value is sensitive: the apply finds out.
      await write(shape('small'), secret, taking('ConfigMap', 'data'));
      const said = [await runAll(here, [['preview', '--detail']], WAYS)];
      const failed = await runAll(here, [['apply', '--yes', '--no-wait']], [['-v']]);
      expect(failed).toContain(`takes the sensitive value \${ref:${id}#one.phrase}`);
      expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'copy'})).toBeUndefined();
      const copied = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'copy'});
      expect(dataOf(copied), failed).toEqual({one: server.issued, named: server.issued});
      const again = await here.gantry(['preview']);
      expect([again.code, again.stderr]).toEqual([3, expect.stringContaining('takes the sensitive value')]);

      await write(shape('large'), secret);
      said.push(
        failed,
        again.stderr,
        await runAll(here, [['preview', '--detail']], WAYS),
        await runAll(here, [['apply', '--yes', '--no-wait']], [['-o', 'jsonl']]),
        await runAll(
          here,
          [['drift'], ['release', 'show'], ['resource', 'show', id], ['release', 'diff', '1', '2', '--detail']],
          [['-v'], ['-o', 'json']],
        ),
      );
      const secrets = {issued: server.issued};
      expect(leaks(said.join('\n'), secrets)).toEqual([]);
      const written = [...(await everythingWritten(dir)), ...(await everythingWritten(home))];
      expect(written.map(([file]) => file)).toContainEqual(expect.stringContaining('schema-facts.json'));
      expect(written.flatMap(([file, text]) => leaks(text, secrets).map((leak) => `${file}: ${leak}`))).toEqual([]);
    });
  });
});
