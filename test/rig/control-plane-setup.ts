import type {TestProject} from 'vitest/node';
import {acquireControlPlane, nameOf} from '../controlplane/for-tests.ts';

/** Starts the real control plane once for the whole run (building it first where that was never done) and names it. */
export async function setup({provide}: TestProject): Promise<() => Promise<void>> {
  const acquired = await acquireControlPlane();
  const name = nameOf(acquired);
  process.stderr.write(`e2e tests: ${acquired.kind === 'up' ? `against ${name}` : `skipped: ${name}`}\n`);
  if (acquired.kind === 'missing') {
    provide('cluster', {kind: 'missing', of: 'control plane', name});
    return async () => {};
  }
  const {kubeconfigPath, lacks, source, endsWithRun} = acquired.controlPlane;
  const signsUsers = source !== 'given';
  provide('cluster', {kind: 'up', of: 'control plane', kubeconfigPath, endsWithRun, name, lacks, signsUsers});
  return () => acquired.controlPlane.stop();
}
