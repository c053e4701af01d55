import type {TestProject} from 'vitest/node';
import {acquireControlPlane, nameOf} from '../controlplane/for-tests.ts';

/** What the e2e tests run against, or why they are skipped. */
export type GivenCluster =
  | {
      readonly kind: 'up';
      readonly of: 'control plane' | 'sandbox';
      readonly kubeconfigPath: string;
      readonly name: string;
      readonly lacks: readonly string[];
      readonly signsUsers: boolean;
    }
  | {readonly kind: 'missing'; readonly of: 'control plane'; readonly name: string};

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: GivenCluster;
  }
}

/** Starts the real control plane once for the whole run (building it first where that was never done) and names it. */
export async function setup({provide}: TestProject): Promise<() => Promise<void>> {
  const acquired = await acquireControlPlane();
  const name = nameOf(acquired);
  process.stderr.write(`e2e tests: ${acquired.kind === 'up' ? `against ${name}` : `skipped: ${name}`}\n`);
  if (acquired.kind === 'missing') {
    provide('cluster', {kind: 'missing', of: 'control plane', name});
    return async () => {};
  }
  const {kubeconfigPath, lacks, source} = acquired.controlPlane;
  provide('cluster', {kind: 'up', of: 'control plane', kubeconfigPath, name, lacks, signsUsers: source !== 'given'});
  return () => acquired.controlPlane.stop();
}
