import {existsSync, readdirSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {RUNS, UP_RUN} from './paths.ts';
import {livingProcesses, runFiles} from './run-state.ts';

/** Ends the control plane in `dir` and removes all it wrote. Only processes that it recorded itself are touched. */
export async function stopRun(dir: string): Promise<void> {
  const living = () => livingProcesses(dir);
  // The supervisor ends the others in order; where it is gone, its orphans are ended directly.
  const first = living().some(({name}) => name === 'supervisor') ? living().slice(0, 1) : living();
  for (const {pid} of first) signal(pid, 'SIGTERM');
  for (const deadline = Date.now() + 15_000; living().length > 0 && Date.now() < deadline; ) await sleep(50);
  for (const {pid} of living()) signal(pid, 'SIGKILL');
  for (const deadline = Date.now() + 5000; living().length > 0 && Date.now() < deadline; ) await sleep(50);
  rmSync(dir, {recursive: true, force: true, maxRetries: 3});
}

/** Removes what runs left behind whose supervisor was killed before it could end its servers. */
export async function sweepRuns(runs = RUNS, up = UP_RUN): Promise<void> {
  if (!existsSync(runs)) return;
  for (const entry of readdirSync(runs, {withFileTypes: true})) {
    const path = join(runs, entry.name);
    if (path === up || !isAbandoned(path)) continue;
    // The program of a cluster with flags of its own is a file beside its directory.
    if (entry.isDirectory()) await stopRun(path);
    else rmSync(path, {force: true});
  }
}

function isAbandoned(dir: string): boolean {
  try {
    // A run that is just being prepared has no processes yet.
    if (!existsSync(runFiles(dir).processes)) return Date.now() - statSync(dir).mtimeMs > 3_600_000;
    return !livingProcesses(dir).some(({name}) => name === 'supervisor');
  } catch {
    return false; // its owner is removing it
  }
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in the meantime.
  }
}
