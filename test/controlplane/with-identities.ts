import {randomUUID} from 'node:crypto';
import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {findControlPlane, type Program} from './find.ts';
import {RUNS} from './paths.ts';
import {runFiles} from './run-state.ts';
import {startControlPlane} from './start.ts';
import {stopRun} from './stop.ts';

/** Whose tokens the API server trusts. */
export type TrustedIssuer = {
  readonly issuer: string;
  readonly clientId: string;
  /** The certificate authority of the issuer, as a file. */
  readonly caFile: string;
};

export type IdentityCluster = {
  readonly kubeconfigPath: string;
  readonly stop: () => Promise<void>;
};

const NEEDED: readonly Program[] = ['etcd', 'kube-apiserver'];
const LEFT_OUT: readonly Program[] = ['kube-controller-manager', 'kube-scheduler', 'kwok'];

/**
 * A second etcd and kube-apiserver, which takes users from an issuer of OpenID Connect: `oidc:EMAIL` in the groups `oidc:GROUP`.
 * It ends with the process that started it at the latest. Undefined where there are no programs of ours to start.
 */
export async function startWithIdentities({
  issuer,
  clientId,
  caFile,
}: TrustedIssuer): Promise<IdentityCluster | undefined> {
  const found = await findControlPlane(() => undefined);
  if (found.kind !== 'programs') return undefined;
  const dir = join(RUNS, randomUUID());
  const wrapper = `${dir}.kube-apiserver`;
  const flags = [
    `--oidc-issuer-url=${issuer}`,
    `--oidc-client-id=${clientId}`,
    `--oidc-ca-file=${caFile}`,
    '--oidc-username-claim=email',
    '--oidc-username-prefix=oidc:',
    '--oidc-groups-claim=groups',
    '--oidc-groups-prefix=oidc:',
  ];
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
  const kubeconfigPath = runFiles(dir).kubeconfig;
  return {kubeconfigPath, stop};
}
