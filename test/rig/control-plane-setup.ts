import type {TestProject} from 'vitest/node';
import {givenControlPlane} from './given-control-plane.ts';

/** Starts the real control plane once for the whole run (building it first where that was never done) and names it. */
export async function setup({provide}: TestProject): Promise<() => Promise<void>> {
  const {given, stop} = await givenControlPlane();
  process.stderr.write(`e2e tests: ${given.kind === 'up' ? `against ${given.name}` : `skipped: ${given.name}`}\n`);
  provide('cluster', given);
  return stop;
}
