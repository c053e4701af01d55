import {mkdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {execa} from 'execa';
import {expect, it} from 'vitest';
import {toolPath} from '../controlplane/for-tests.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {scratchDirectory} from '../rig/scratch.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

beforeAllBuild('kubectl');

/** A project of somebody else that has installed gantry, vitest and the client. */
async function otherProject(test: string): Promise<string> {
  const directory = await scratchDirectory();
  const modules = join(directory, 'node_modules');
  await mkdir(join(modules, '@kubernetes'), {recursive: true});
  await symlink(ROOT, join(modules, 'gantry'));
  for (const name of ['vitest', '@kubernetes/client-node'])
    await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  await writeFile(join(directory, 'package.json'), '{"type": "module"}');
  await writeFile(join(directory, 'cluster.test.ts'), test);
  return directory;
}

it('the example of docs/guides/sandbox-in-tests.md passes in another project', async () => {
  const page = await readFile(join(ROOT, 'docs/guides/sandbox-in-tests.md'), 'utf8');
  const [, example = ''] = /^```ts\n(.*?)^```$/ms.exec(page) ?? [];
  const cwd = await otherProject(example);
  const kubectl = (await toolPath('kubectl')) ?? '';
  const env = {PATH: `${dirname(kubectl)}:${process.env['PATH']}`, HOME: cwd, VITEST: '', NODE_OPTIONS: ''};
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const ran = await execa(process.execPath, [vitest, 'run', '--reporter=json', '--outputFile=report.json'], {
    cwd,
    env,
    reject: false,
  });
  expect(ran.exitCode, `${ran.stdout}${ran.stderr}`).toBe(0);
  const report = JSON.parse(await readFile(join(cwd, 'report.json'), 'utf8')) as {readonly numPassedTests: number};
  expect(report.numPassedTests).toBe(2);
});
