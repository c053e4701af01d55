import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {chmod, copyFile, mkdir, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {expect, it} from 'vitest';
import {buildIsCurrent} from '../../scripts/build-is-current.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {chartRepository} from '../rig/chart-repository.ts';
import {COMPILED} from '../rig/compiled.ts';
import {type GcsTestBackend, openGcsTestBackend} from '../rig/gcs.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild, type Tool} from '../rig/other-tools.ts';
import {environmentOf, openS3TestBackend, type S3TestBucket} from '../rig/s3.ts';
import {WEB_2, web} from '../rig/sample-chart.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {hasTerraform} from '../rig/terraform.ts';
import {acquireService} from '../services/for-tests.ts';
import {missingLines, type Step, stepsOf} from './steps.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The buckets that the pages name. The reader has their credentials in the environment. */
const BUCKET = 's3://team-state';
const GOOGLE_BUCKET = 'gs://team-state';
/** The repository of charts that a page names, and its login. */
const CHARTS = 'https://charts.example.com/stable';
/** A repository of charts that a page names, which needs no login. */
const OPEN_CHARTS = 'https://charts.example.com/open';
const CHARTS_LOGIN = {username: 'robot', password: 'hunter2'};

type Skip = (why: string) => never;

/** Runs the commands of a step and returns what they print. */
type Shell = (step: Step) => Promise<string>;

/** Declares the test of docs/guides/<name>.md: runs every command of the page on the cluster of this run and compares the output with the page. */
export function testGuide(name: string): void {
  const page = readFileSync(join(ROOT, `docs/guides/${name}.md`), 'utf8');
  const commands = stepsOf(page)
    .map((step) => step.commands)
    .join('');
  const named = /\bgantry chart (?!lock)/.test(commands) ? `${commands}\nhelm` : commands;
  const tools = (['kubectl', 'helm'] as const).filter((tool) => new RegExp(`\\b${tool}\\b`).test(named));

  onCluster(`docs/guides/${name}.md`, (cluster) => {
    beforeAllBuild(...tools);
    it(`docs/guides/${name}.md shows what its commands do`, async ({skip}) => {
      await requireBuild();
      if (commands.includes('terraform_data') && !hasTerraform()) skip('terraform is not in PATH');
      const programs = await findPrograms(tools, skip);
      const bucket = commands.includes(BUCKET) ? await makeBucket(skip) : undefined;
      // Each test needs a namespace of its own, so it renames everything that a page calls "shop".
      const renamed = page.replaceAll(/\bshop\b/g, cluster.freshNamespace('guide'));
      const atGoogle = commands.includes(GOOGLE_BUCKET) ? await makeGoogleBucket(skip) : undefined;
      const text = renamed
        .replaceAll(BUCKET, bucket === undefined ? BUCKET : `s3://${bucket.config.bucket}`)
        .replaceAll(GOOGLE_BUCKET, atGoogle === undefined ? GOOGLE_BUCKET : `gs://${atGoogle.config.bucket}`);
      const repository = commands.includes(CHARTS) ? await makeRepository() : CHARTS;
      const open = commands.includes(OPEN_CHARTS) ? await makeOpenRepository() : OPEN_CHARTS;
      const run = await openShell(programs, {...(bucket && environmentOf(bucket)), ...atGoogle?.env}, cluster);
      await expectPromisedOutput(text.replaceAll(CHARTS, repository).replaceAll(OPEN_CHARTS, open), run);
    });
  });
}

/** Declares the test of docs/tutorial.md, whose reader has Node.js, no kubeconfig and no other program. */
export function testTutorial(): void {
  it('docs/tutorial.md shows what its commands do', {timeout: 300_000}, async () => {
    await requireBuild();
    await expectPromisedOutput(readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8'), await openShell());
  });
}

async function expectPromisedOutput(page: string, run: Shell): Promise<void> {
  for (const step of stepsOf(page)) {
    const output = await run(step);
    expect(missingLines(step, output), `${step.commands}\n${output}`).toEqual([]);
  }
}

/** Throws where bin/gantry.js would run the sources, which takes several times as long, or a build of other sources. */
async function requireBuild(): Promise<void> {
  if (await buildIsCurrent()) return;
  throw new Error('dist/ is missing or older than the sources. Run "npm run build".');
}

async function makeRepository(): Promise<string> {
  const charts = [{name: 'web', version: '1.2.0'}];
  return (await chartRepository({charts, login: CHARTS_LOGIN})).address;
}

const makeOpenRepository = async (): Promise<string> =>
  (await chartRepository({charts: [web('1.0.0'), web('1.1.0'), WEB_2]})).address;

async function makeBucket(skip: Skip): Promise<S3TestBucket> {
  const acquired = await acquireService('minio');
  return acquired.kind === 'missing' ? skip(acquired.reason) : openS3TestBackend({service: 'minio'});
}

async function makeGoogleBucket(skip: Skip): Promise<GcsTestBackend> {
  const acquired = await acquireService('fake-gcs');
  return acquired.kind === 'missing' ? skip(acquired.reason) : openGcsTestBackend();
}

async function findPrograms(tools: readonly Tool[], skip: Skip): Promise<ReadonlyMap<Tool, string>> {
  const programs = new Map<Tool, string>();
  for (const tool of tools) {
    const path = await toolPath(tool);
    programs.set(tool, path ?? skip(`${tool} is not available: this npm command does not build it, or Go is missing`));
  }
  return programs;
}

/** Opens a shell with an empty home, and `~/.kube/config` of the cluster. It keeps its directory and its variables from step to step. */
async function openShell(
  programs: ReadonlyMap<Tool, string> = new Map(),
  more: Readonly<Record<string, string>> = {},
  cluster?: {readonly kubeconfigPath: string},
): Promise<Shell> {
  const root = await scratchDirectory();
  const [home, bin, memory] = [join(root, 'home'), join(root, 'bin'), join(root, 'memory')];
  for (const directory of [join(home, '.kube'), bin, memory]) await mkdir(directory, {recursive: true});
  if (cluster) await copyFile(cluster.kubeconfigPath, join(home, '.kube', 'config'));
  await writeFile(join(bin, 'gantry'), `#!/bin/sh\nexec "${process.execPath}" "${ROOT}bin/gantry.js" "$@"\n`);
  await chmod(join(bin, 'gantry'), 0o755);
  for (const [tool, program] of programs) await symlink(program, join(bin, tool));
  await writeFile(join(memory, 'env'), `cd '${home}'\n`);
  const env = {PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: home, NO_COLOR: '1', ...COMPILED, ...more};
  return async ({commands}) => {
    const script = `exec 2>&1\n. '${memory}/env'\nset -eu\n${commands}\n{ export -p; echo "cd '$PWD'"; } > '${memory}/env'\n`;
    try {
      return (await promisify(execFile)('/bin/sh', ['-c', script], {cwd: home, env})).stdout;
    } catch (error) {
      const {code, stdout} = error as {code: number; stdout: string};
      throw new Error(`The commands failed with exit code ${code}:\n${commands}\n\n${stdout}`, {cause: error});
    }
  };
}
