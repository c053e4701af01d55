import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {identify, livingProcesses, runFiles, writeJson} from './run-state.ts';
import {stopRun} from './stop.ts';

const started: ChildProcess[] = [];
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')));

function sleeper(): {child: ChildProcess; pid: number} {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {stdio: 'ignore'});
  started.push(child);
  if (child.pid === undefined) throw new Error('did not start');
  return {child, pid: child.pid};
}

describe('stopping a run', () => {
  it('stopping a run ends its recorded processes and removes its files', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'gantry-run-'));
    const {child, pid} = sleeper();
    writeJson(runFiles(dir).processes, [identify('etcd', pid)]);
    // The process is gone when stopRun returns; Node.js reports it a moment later.
    const ended = once(child, 'exit');
    await stopRun(dir);
    expect(await ended).not.toEqual([0, null]);
    expect(existsSync(dir)).toBe(false);
  });

  it('stopping a run does not end a foreign process that got the same PID later', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'gantry-run-'));
    const {pid} = sleeper();
    writeJson(runFiles(dir).processes, [{name: 'etcd', pid, started: 'earlier'}]);
    expect(livingProcesses(dir)).toEqual([]);
    await stopRun(dir);
    expect(identify('stranger', pid)).toBeDefined();
  });
});
