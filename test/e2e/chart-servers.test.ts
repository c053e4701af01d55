import {execFile} from 'node:child_process';
import {readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {toolPath} from '../controlplane/for-tests.ts';
import {chartArchive} from '../rig/chart-archive.ts';
import {chartRepository} from '../rig/chart-repository.ts';
import {ociRegistry} from '../rig/oci-registry.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {scratchDirectory} from '../rig/scratch.ts';

const LOGIN = {username: 'reader', password: 'canary-of-charts'};
const WEB = {name: 'web', version: '1.2.0'};

beforeAllBuild('helm', 'helm4');

describe.each(['helm', 'helm4'] as const)('%s', (tool) => {
  const run = async (...args: readonly string[]) => {
    const directory = await scratchDirectory();
    const program = (await toolPath(tool)) ?? '';
    await promisify(execFile)(program, [...args], {cwd: directory, env: {HOME: directory, PATH: ''}});
    return directory;
  };

  it('pulls from the chart repository of the tests', async () => {
    const repository = await chartRepository({charts: [WEB], login: LOGIN});
    const login = ['--username', LOGIN.username, '--password', LOGIN.password];
    const directory = await run('pull', 'web', '--repo', repository.address, '--version', '^1.0', ...login);
    expect(await readFile(join(directory, 'web-1.2.0.tgz'))).toEqual(chartArchive(WEB));
  });

  it('pulls from the OCI registry of the tests', async () => {
    const registry = await ociRegistry({pageSize: 1});
    registry.pushChart('charts', {name: 'web', version: '1.1.0'});
    registry.pushChart('charts', WEB);
    const place = `oci://${registry.host}/charts/web`;
    const directory = await run('pull', place, '--version', '^1.0', '--plain-http');
    expect((await readdir(directory)).filter((name) => name.endsWith('.tgz'))).toEqual(['web-1.2.0.tgz']);
  });

  it('pushes into the OCI registry of the tests', async () => {
    const registry = await ociRegistry();
    const file = join(await scratchDirectory(), 'web-1.2.0.tgz');
    await writeFile(file, chartArchive(WEB));
    await run('push', file, `oci://${registry.host}/charts`, '--plain-http');
    expect([...registry.tags.keys()]).toEqual(['charts/web:1.2.0']);
  });
});
