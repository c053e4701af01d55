import {randomUUID} from 'node:crypto';
import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {findControlPlane, type Program} from './find.ts';
import {RUNS} from './paths.ts';
import {runFiles} from './run-state.ts';
import {startControlPlane} from './start.ts';
import {stopRun} from './stop.ts';

/** An etcd and a kube-apiserver of one suite. */
export type ExtraCluster = {
  readonly kubeconfigPath: string;
  readonly stop: () => Promise<void>;
};

const NEEDED: readonly Program[] = ['etcd', 'kube-apiserver'];
const LEFT_OUT: readonly Program[] = ['kube-controller-manager', 'kube-scheduler', 'kwok'];

/**
 * Starts a second etcd and kube-apiserver, with more flags for the API server. They end with the process that started them at the latest.
 * Undefined: there are no programs of ours to start.
 */
export async function startWithFlags(flags: readonly string[]): Promise<ExtraCluster | undefined> {
  const found = await findControlPlane(() => undefined);
  if (found.kind !== 'programs') return undefined;
  const dir = join(RUNS, randomUUID());
  const wrapper = `${dir}.kube-apiserver`;
  const [etcd, apiserver] = NEEDED.map((name) => found.programs[name] ?? '');
  const words = [apiserver ?? '', '"$@"', ...flags].map((word) => (word === '"$@"' ? word : `'${word}'`));
  mkdirSync(RUNS, {recursive: true});
  // With `exec` the process that is watched and ended is the API server itself.
  writeFileSync(wrapper, `#!/bin/sh\nexec ${words.join(' ')}\n`, {mode: 0o700});
  const programs = {...(etcd === undefined ? {} : {etcd}), 'kube-apiserver': wrapper};
  const stop = async (): Promise<void> => {
    await stopRun(dir);
    rmSync(wrapper, {force: true});
  };
  try {
    await startControlPlane({dir, found: {...found, programs, lacks: LEFT_OUT}, mode: 'owned'});
  } catch (error) {
    rmSync(wrapper, {force: true});
    throw error;
  }
  return {kubeconfigPath: runFiles(dir).kubeconfig, stop};
}
