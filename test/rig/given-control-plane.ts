import {acquireControlPlane, nameOf} from '../controlplane/for-tests.ts';
import type {GivenCluster} from './given-cluster.ts';

/** A real control plane for suites, and how to stop it: one that runs already goes on. */
export type GivenControlPlane = {readonly given: GivenCluster; readonly stop: () => Promise<void>};

/** Starts the real control plane, and builds it where that was never done. */
export async function givenControlPlane(): Promise<GivenControlPlane> {
  const acquired = await acquireControlPlane();
  const name = nameOf(acquired);
  if (acquired.kind === 'missing')
    return {given: {kind: 'missing', of: 'control plane', name}, stop: () => Promise.resolve()};
  const {controlPlane} = acquired;
  const {kubeconfigPath, lacks, source, endsWithRun} = controlPlane;
  const signsUsers = source !== 'given';
  return {
    given: {kind: 'up', of: 'control plane', kubeconfigPath, endsWithRun, name, lacks, signsUsers},
    stop: () => controlPlane.stop(),
  };
}
