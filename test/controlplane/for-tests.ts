import {execFile} from 'node:child_process';
import {createHash, randomUUID} from 'node:crypto';
import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {offers} from '../rig/offers.ts';
import type {Leaf} from './certificate.ts';
import {findControlPlane, findTool, type ToolName} from './find.ts';
import {RUNS} from './paths.ts';
import {clientKubeconfig} from './pki.ts';
import {readState, runFiles} from './run-state.ts';
import {startControlPlane} from './start.ts';
import {stopRun, sweepRuns} from './stop.ts';
import {runningUp} from './up.ts';

export type ControlPlane = {
  readonly kubeconfigPath: string;
  readonly server: string;
  readonly version: string;
  readonly source: 'built' | 'kubebuilder' | 'given';
  /** What it has not got: with a bare KUBEBUILDER_ASSETS nothing runs pods or makes a Deployment ready. */
  readonly lacks: readonly string[];
  /** Nobody uses it after this run: what the tests leave in it ends with it. */
  readonly endsWithRun: boolean;
  stop(): Promise<void>;
};

export type Acquired =
  | {readonly kind: 'up'; readonly controlPlane: ControlPlane}
  | {readonly kind: 'missing'; readonly reason: string};

const say = (line: string): void => void process.stderr.write(`controlplane: ${line}\n`);

/**
 * The control plane of one test run, for the global setup: the one that `up` left running, which `stop` then leaves
 * alone, or else a private one, which ends with `stop` or with this process. With CI=true a missing one is an error,
 * so that a pipeline cannot become green by skipping.
 */
export async function acquireControlPlane(): Promise<Acquired> {
  const found = await findControlPlane(say);
  if (found.kind === 'missing') {
    if (process.env['CI'] === 'true') throw new Error(found.reason);
    return found;
  }
  if (found.kind === 'given') return {kind: 'up', controlPlane: await givenControlPlane(found.kubeconfigPath)};
  const running = runningUp();
  const reuse = running?.fingerprint === found.fingerprint ? running : undefined;
  await sweepRuns();
  const dir = reuse ? dirname(reuse.kubeconfigPath) : join(RUNS, randomUUID());
  const {server, version, source} = reuse ?? (await startControlPlane({dir, found, mode: 'owned'}));
  const kubeconfigPath = runFiles(dir).kubeconfig;
  const stop = async () => (reuse ? undefined : stopRun(dir));
  return {
    kind: 'up',
    controlPlane: {kubeconfigPath, server, version, source, lacks: found.lacks, endsWithRun: reuse === undefined, stop},
  };
}

/** What to write into a suite's title, so that every report says what it ran against, or why it did not run. */
export const nameOf = (acquired: Acquired): string =>
  acquired.kind === 'missing'
    ? acquired.reason
    : `Kubernetes ${acquired.controlPlane.version}, ${acquired.controlPlane.source}`;

export type User = {
  /** The `kubeconfigPath` of the control plane at which the user shall sign in. */
  readonly kubeconfigPath: string;
  readonly user: string;
  readonly groups?: readonly string[];
};

/**
 * Writes a kubeconfig for somebody else and gives back its path: a client certificate with the user and groups that
 * a test then grants rights to. Only for control planes of ours: a given cluster's authority is not ours to sign with.
 */
export const userKubeconfig = async (user: User): Promise<string> => writeUser(user, {});

/** As `userKubeconfig`, with a certificate that ended yesterday: the server answers 401. */
export const expiredKubeconfig = async (user: User): Promise<string> =>
  writeUser(user, {notBefore: new Date(Date.now() - 2 * 86_400_000), notAfter: new Date(Date.now() - 86_400_000)});

/**
 * Returns the path of the real kubectl, helm (3), helm4, kustomize or age, and builds it at the first call. Undefined: there is no Go to
 * build it, or this test run offers no programs.
 */
export const toolPath = async (name: ToolName): Promise<string | undefined> =>
  offers('programs') ? findTool(name, say) : undefined;

function writeUser({kubeconfigPath, user, groups = []}: User, validity: Pick<Leaf, 'notBefore' | 'notAfter'>): string {
  const dir = dirname(kubeconfigPath);
  const state = readState(dir);
  if (!state)
    throw new Error(`${kubeconfigPath} does not belong to a control plane of ours: it cannot sign in other users`);
  const text = clientKubeconfig(dir, state.server, {name: user, organizations: groups, ...validity});
  const {users} = runFiles(dir);
  mkdirSync(users, {recursive: true, mode: 0o700});
  const file = join(users, `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.kubeconfig`);
  writeFileSync(file, text, {mode: 0o600});
  return file;
}

async function givenControlPlane(kubeconfigPath: string): Promise<ControlPlane> {
  const kubectl = (await toolPath('kubectl')) ?? 'kubectl';
  const ask = async (...args: string[]): Promise<unknown> =>
    JSON.parse((await promisify(execFile)(kubectl, ['--kubeconfig', kubeconfigPath, ...args, '-o', 'json'])).stdout);
  const {clusters} = (await ask('config', 'view', '--minify')) as {clusters: {cluster: {server: string}}[]};
  const {serverVersion} = (await ask('version')) as {serverVersion: {gitVersion: string}};
  return {
    kubeconfigPath,
    server: clusters[0]?.cluster.server ?? '',
    version: serverVersion.gitVersion,
    source: 'given',
    lacks: [],
    endsWithRun: false,
    stop: async () => {},
  };
}
