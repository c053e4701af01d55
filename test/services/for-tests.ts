import {randomUUID} from 'node:crypto';
import {join} from 'node:path';
import {sweepRuns} from '../controlplane/stop.ts';
import {offers} from '../rig/offers.ts';
import {RUNS} from './paths.ts';
import {fingerprintOf, SERVICE, type ServiceName} from './services.ts';
import {type Running, runningIn, startService} from './start.ts';

export type AcquiredService =
  | {readonly kind: 'up'; readonly service: Running}
  | {readonly kind: 'missing'; readonly reason: string};

const say = (line: string): void => void process.stderr.write(`services: ${line}\n`);
const acquired = new Map<ServiceName, Promise<AcquiredService>>();

/**
 * A service for the tests of this process, started (and built, the first time) when one asks for it: the one that `up` left
 * running, or else a private one that ends with this process. Without what it is built with it is missing, for a reason
 * that the skipped test tells; with CI=true that is an error, so that a pipeline cannot become green by skipping.
 */
export function acquireService(name: ServiceName): Promise<AcquiredService> {
  const known = acquired.get(name) ?? acquire(name);
  acquired.set(name, known);
  return known;
}

async function acquire(name: ServiceName): Promise<AcquiredService> {
  if (!offers('services')) return {kind: 'missing', reason: `no ${name} in this command: npm run test:services has it`};
  const {program: find, needs} = SERVICE[name];
  let program: string | undefined;
  try {
    program = await find(say);
  } catch (error) {
    // Usually no way to the packages: as good a reason to skip as having no Go.
    return missing(`${name} could not be made: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (program === undefined) return missing(`no ${name}: there is no ${needs}`);
  const up = runningIn(join(RUNS, name));
  if (up?.fingerprint === fingerprintOf(name, program)) return {kind: 'up', service: up};
  await sweepRuns(RUNS);
  const dir = join(RUNS, randomUUID());
  return {kind: 'up', service: await startService({name, program, dir, mode: 'owned'})};
}

function missing(reason: string): AcquiredService {
  if (process.env['CI'] === 'true') throw new Error(reason);
  return {kind: 'missing', reason};
}
