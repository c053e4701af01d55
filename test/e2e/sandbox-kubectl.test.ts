import {execFile} from 'node:child_process';
import {cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterAll, beforeAll, inject, it, vi} from 'vitest';
import {toolPath} from '../controlplane/for-tests.ts';
import type {Cluster} from '../rig/cluster.ts';
import {type Console, replay} from '../rig/console.ts';
import {onCluster} from '../rig/on-cluster.ts';

const SESSIONS = join(import.meta.dirname, 'console');
const TOOLS = ['kubectl', 'helm', 'helm4'] as const;

type Session = {
  readonly name: string;
  readonly title: string;
};

/**
 * Sessions as recorded at a real control plane, commands and answers, in test/e2e/console/NAME.txt. They are recorded again by
 * `vitest run --project e2e test/e2e/sandbox-kubectl.test.ts --update`; an embedded cluster has to say the same.
 */
const RECORDED: readonly Session[] = [
  {name: 'apply', title: 'apply, diff and delete'},
  {name: 'ask', title: 'what is there'},
  {name: 'create', title: 'create and run'},
  {name: 'delete', title: 'who goes with whom'},
  {name: 'describe', title: 'describe'},
  {name: 'edit', title: 'changes in place'},
  {name: 'nodes', title: 'cordon, drain and taint'},
  {name: 'rollout', title: 'rollout, wait and logs'},
  {name: 'server-side', title: 'server-side apply'},
  {name: 'watch', title: 'watch, wait and events'},
  {name: 'helm', title: 'Helm 3'},
  {name: 'helm4', title: 'Helm 4'},
];

onCluster('other programs', (cluster) => {
  let work: string;
  const missing: string[] = [];
  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'gantry-console-'));
    await mkdir(join(work, 'bin'));
    for (const tool of TOOLS) {
      const path = await toolPath(tool);
      if (path === undefined) missing.push(tool);
      else await symlink(path, join(work, 'bin', tool));
    }
  }, 20 * 60_000);
  afterAll(() => rm(work, {recursive: true, force: true}));

  it.concurrent.for(RECORDED)('$title: as it was recorded', {timeout: 300_000}, async ({name}, {expect, skip}) => {
    const file = join(SESSIONS, `${name}.txt`);
    const session = await readFile(file, 'utf8');
    const lacking = missing.filter((tool) => new RegExp(`\\b${tool}\\b`).test(session));
    if (lacking.length > 0) skip(`there is no ${lacking.join(' and no ')}, and no Go to build it`);
    const today = await replay(session, await consoleOf({cluster, work}));
    if (inject('cluster').of === 'control plane') await expect(today).toMatchFileSnapshot(file);
    else expect(today).toBe(session);
  });
});

type Place = {readonly cluster: Cluster; readonly work: string};

/** A directory with the files of all sessions, a kubeconfig for a namespace of its own, and the programs first in the path. */
async function consoleOf({cluster, work}: Place): Promise<Console> {
  const namespace = cluster.freshNamespace('console');
  await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
  cluster.deleteAtEnd({apiVersion: 'v1', kind: 'Node', name: namespace});
  const cwd = join(work, namespace);
  await cp(join(SESSIONS, 'files'), cwd, {recursive: true});
  for (const file of await readdir(cwd, {withFileTypes: true}))
    if (file.isFile()) await inNamespace(join(cwd, file.name), namespace);
  const env = {
    PATH: `${join(work, 'bin')}:${process.env['PATH']}`,
    HOME: cwd,
    KUBECONFIG: join(cwd, '.kubeconfig'),
    TMPDIR: cwd,
  };
  await writeFile(env.KUBECONFIG, await readFile(cluster.kubeconfigPath, 'utf8'), {mode: 0o600});
  await promisify(execFile)('kubectl', ['config', 'set-context', '--current', '--namespace', namespace], {env});
  const account = {apiVersion: 'v1', kind: 'ServiceAccount', namespace, name: 'default'};
  await vi.waitUntil(() => cluster.get(account), {timeout: 20_000});
  return {cwd, namespace, env};
}

async function inNamespace(file: string, namespace: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('NAMESPACE', namespace));
}
