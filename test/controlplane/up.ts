import {existsSync} from 'node:fs';
import {type Found, findControlPlane} from './find.ts';
import {withLock} from './lock.ts';
import {UP_RUN} from './paths.ts';
import {livingProcesses, type RunState, readState, runFiles} from './run-state.ts';
import {startControlPlane} from './start.ts';
import {stopRun} from './stop.ts';

export type Up = RunState & {readonly kubeconfigPath: string; readonly pids: readonly number[]};

/** The control plane that `up` left running, when it still is. */
export function runningUp(): Up | undefined {
  const state = readState(UP_RUN);
  const living = livingProcesses(UP_RUN);
  const alive = living.some(({name}) => name === 'supervisor') && existsSync(runFiles(UP_RUN).kubeconfig);
  return state && alive
    ? {...state, kubeconfigPath: runFiles(UP_RUN).kubeconfig, pids: living.map(({pid}) => pid)}
    : undefined;
}

/** Starts a control plane that outlives this process, or finds the one that runs already. */
export async function up(say: (line: string) => void): Promise<Up> {
  const found = await findControlPlane(say);
  if (found.kind === 'missing') throw new Error(found.reason);
  if (found.kind === 'given')
    throw new Error(`GANTRY_TEST_KUBECONFIG names a cluster that runs already: ${found.kubeconfigPath}`);
  return withLock(
    `${UP_RUN}.lock`,
    () => say('another process is starting it; waiting'),
    async () => {
      const running = runningUp();
      if (running) return told(running, found, say);
      await stopRun(UP_RUN); // what may be left of one that died
      const started = Date.now();
      await startControlPlane({dir: UP_RUN, found, mode: 'free'});
      say(`up in ${((Date.now() - started) / 1000).toFixed(1)} s`);
      const now = runningUp();
      if (!now) throw new Error('the control plane ended as soon as it was ready');
      return now;
    },
  );
}

function told(running: Up, found: Extract<Found, {kind: 'programs'}>, say: (line: string) => void): Up {
  if (running.fingerprint !== found.fingerprint)
    say('note: it was started from other sources than these; `down` and `up` renew it');
  return running;
}
