import {execFile} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {FAULTS} from '../../../rig/model/faults.ts';
import {SCENARIOS} from '../../../rig/model/scenario.ts';
import type {Found} from '../../../rig/model/search.ts';

const MAIN = fileURLToPath(new URL('../../../rig/model/main.ts', import.meta.url));
const ALL = 5_000_000;
/** Searches for as long as it takes, or until so many states of each scenario were seen. */
const DEEP = process.env['GANTRY_MODEL'] === 'deep' ? Number(process.env['GANTRY_MODEL_STATES'] ?? ALL) : undefined;

/** In a process of its own: the protocol is loaded there without chance, and perhaps with a fault in it. */
async function searched(...args: readonly string[]): Promise<Found> {
  const {stdout} = await promisify(execFile)(process.execPath, ['--no-warnings', MAIN, ...args]);
  return JSON.parse(stdout) as Found;
}

/**
 * The real code of acquire, renew, fence, record, give back and unlock, by two or three runs on one backend. Each of their requests
 * stands still until the search lets it go on; then everything that can come next is tried, each on its own way. Laws that hold
 * in every state: one writer of the head and one holder that believes it has the lock; no request to the cluster under way when another takes
 * over; a release is written once and never lost; who is told that it is done is in the head, and nobody else; no plan is applied that is stale;
 * a broken lock is on record; everybody comes to an end. See test/rig/model/laws.ts.
 *
 * On an ordinary day some 23,000 states on 9,000 schedules: four of the scenarios in all of their states, of the others a part that is spread
 * over all. `GANTRY_MODEL=deep` goes on to the end (slow requests: 101,823 states on 37,551 schedules), or to GANTRY_MODEL_STATES of each.
 */
describe.concurrent('every interleaving has one writer, loses nothing, and ends', () => {
  const scenarios = SCENARIOS.filter(({deep}) => DEEP !== undefined || deep === undefined);
  it.each(scenarios)('$name', {timeout: DEEP === undefined ? 300_000 : 0}, async ({name, sample}) => {
    const {violation, complete, states} = await searched(name, String(DEEP ?? sample ?? ALL));
    expect(violation).toBeUndefined();
    expect(complete || states >= (DEEP ?? sample ?? ALL)).toBe(true);
    // A search that finds nothing to do has shown nothing.
    expect(states).toBeGreaterThan(300);
  });
});

describe.concurrent('the search catches a protocol', () => {
  it.each(FAULTS)('$name', {timeout: 300_000}, async ({name, scenario, caught}) => {
    const {violation} = await searched(scenario, '20000', name);
    expect(violation?.law).toMatch(caught);
    expect(violation?.schedule.length).toBeGreaterThan(5);
  });
});
