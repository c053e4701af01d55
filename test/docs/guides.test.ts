import {execFile} from 'node:child_process';
import {globSync} from 'node:fs';
import {chmod, copyFile, mkdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {expect, it} from 'vitest';
import {toolPath} from '../controlplane/for-tests.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild, type Tool} from '../rig/other-tools.ts';
import {environmentOf, openS3TestBackend, type S3TestBucket} from '../rig/s3.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {acquireService} from '../services/for-tests.ts';
import {missingLines, type Step, stepsOf} from './steps.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

onCluster('the guides', (cluster) => {
  beforeAllBuild('kubectl', 'helm');
  for (const file of globSync('docs/guides/*.md', {cwd: ROOT}).toSorted()) {
    it(`${basename(file)}: every command does what the page says`, async ({skip}) => {
      const namespace = cluster.freshNamespace('guide');
      // A name for the pages, a namespace of its own for the cluster: all that is called shop is renamed.
      const page = (await readFile(join(ROOT, file), 'utf8')).replaceAll(/\bshop\b/g, namespace);
      const bucket = stepsOf(page).some(({commands}) => commands.includes(BUCKET)) ? await bucketFor(skip) : undefined;
      const text = bucket === undefined ? page : page.replaceAll(BUCKET, `s3://${bucket.config.bucket}`);
      const tools = new Map<Tool, string>();
      for (const tool of ['kubectl', 'helm'] as const) {
        const program = text.includes(`${tool} `) ? await toolPath(tool) : undefined;
        if (program !== undefined) tools.set(tool, program);
        else if (new RegExp(`^${tool} `, 'm').test(text)) skip(`there is no ${tool}, and no Go to build it`);
      }
      const reader = await readerOf(cluster.kubeconfigPath, tools, bucket && environmentOf(bucket));
      for (const step of stepsOf(text)) {
        const output = await reader(step);
        expect(missingLines(step, output), `${step.commands}\n${output}`).toEqual([]);
      }
    });
  }
});

/** The team's bucket of the pages; a reader has credentials for it in the environment. */
const BUCKET = 's3://team-state';

async function bucketFor(skip: (why: string) => never): Promise<S3TestBucket> {
  const acquired = await acquireService('minio');
  return acquired.kind === 'missing' ? skip(acquired.reason) : openS3TestBackend({service: 'minio'});
}

/** Somebody who types what the page says: a shell that keeps its directory and its variables from block to block. */
async function readerOf(
  kubeconfigPath: string,
  tools: ReadonlyMap<Tool, string>,
  more: Readonly<Record<string, string>> = {},
): Promise<(step: Step) => Promise<string>> {
  const root = await scratchDirectory();
  const [home, bin, memory] = [join(root, 'home'), join(root, 'bin'), join(root, 'memory')];
  for (const directory of [join(home, '.kube'), bin, memory]) await mkdir(directory, {recursive: true});
  await copyFile(kubeconfigPath, join(home, '.kube', 'config'));
  await writeFile(join(bin, 'gantry'), `#!/bin/sh\nexec "${process.execPath}" "${ROOT}bin/gantry.js" "$@"\n`);
  await chmod(join(bin, 'gantry'), 0o755);
  for (const [tool, program] of tools) await symlink(program, join(bin, tool));
  await writeFile(join(memory, 'env'), `cd '${home}'\n`);
  const env = {PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: home, NO_COLOR: '1', GANTRY_SOURCE: '1', ...more};
  return async ({commands}) => {
    const script = `exec 2>&1\n. '${memory}/env'\nset -eu\n${commands}\n{ export -p; echo "cd '$PWD'"; } > '${memory}/env'\n`;
    try {
      return (await promisify(execFile)('/bin/sh', ['-c', script], {cwd: home, env})).stdout;
    } catch (error) {
      const {code, stdout} = error as {code: number; stdout: string};
      throw new Error(`ended with ${code}:\n${commands}\n\n${stdout}`, {cause: error});
    }
  };
}
