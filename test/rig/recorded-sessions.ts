import {execFile} from 'node:child_process';
import {cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterAll, beforeAll, inject, it, vi} from 'vitest';
import {toolPath} from '../controlplane/for-tests.ts';
import type {Cluster, Ref} from './cluster.ts';
import {type Console, replay} from './console.ts';

const SESSIONS = join(import.meta.dirname, '../e2e/console');
const TOOLS = ['kubectl', 'helm', 'helm4'] as const;

export type Session = {
  /** Of its file: test/e2e/console/NAME.txt. */
  readonly name: string;
  readonly title: string;
  /** Texts by the names under which the session finds them, beside console/files. */
  readonly files?: (namespace: string) => Readonly<Record<string, string>>;
  /** What it makes outside of its namespace, with `NAMESPACE` in the name: gone at the end, wherever the session breaks off. */
  readonly outside?: readonly Ref[];
  /** When it hangs, in milliseconds: 300,000 unless told. */
  readonly timeout?: number;
  /** What it needs and this machine has not; then it is skipped, with this in its title. */
  readonly lacks?: string;
};

/**
 * A test for each session: the commands that were recorded at a real control plane say the same today. There `--update` records them again; an
 * embedded cluster has to repeat them.
 */
export function repeatSessions(cluster: Cluster, sessions: readonly Session[]): void {
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

  for (const session of sessions) {
    const {lacks, timeout = 300_000} = session;
    const title = `${session.title}: as it was recorded${lacks === undefined ? '' : ` (skipped: ${lacks})`}`;
    it.concurrent(title, {timeout}, async ({expect, skip}) => {
      if (lacks !== undefined) skip(lacks);
      const file = join(SESSIONS, `${session.name}.txt`);
      const recorded = await readFile(file, 'utf8');
      const lacking = missing.filter((tool) => new RegExp(`\\b${tool}\\b`).test(recorded));
      if (lacking.length > 0) skip(`there is no ${lacking.join(' and no ')}, and no Go to build it`);
      const today = await replay(recorded, await consoleOf({cluster, work, session}));
      if (inject('cluster').of === 'control plane') await expect(today).toMatchFileSnapshot(file);
      else expect(today).toBe(recorded);
    });
  }
}

type Place = {readonly cluster: Cluster; readonly work: string; readonly session: Session};

/** A directory with the files of all sessions, a kubeconfig for a namespace of its own, and the programs first in the path. */
async function consoleOf({cluster, work, session}: Place): Promise<Console> {
  const namespace = cluster.freshNamespace('console');
  await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
  for (const ref of session.outside ?? [])
    cluster.deleteAtEnd({...ref, name: ref.name.replaceAll('NAMESPACE', namespace)});
  const cwd = join(work, namespace);
  await cp(join(SESSIONS, 'files'), cwd, {recursive: true});
  for (const file of await readdir(cwd, {withFileTypes: true}))
    if (file.isFile()) await inNamespace(join(cwd, file.name), namespace);
  for (const [name, content] of Object.entries(session.files?.(namespace) ?? {}))
    await writeFile(join(cwd, name), content);
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
