import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {identify, livingProcesses, runFiles, writeJson} from './run-state.ts';
import {stopRun, sweepRuns} from './stop.ts';

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

  it('the sweep removes an old file that a killed run left beside the directories', async () => {
    const runs = mkdtempSync(join(tmpdir(), 'gantry-runs-'));
    const [old, fresh] = [join(runs, 'old.kube-apiserver'), join(runs, 'fresh.kube-apiserver')];
    for (const file of [old, fresh]) writeFileSync(file, '#!/bin/sh\n');
    utimesSync(old, new Date(0), new Date(0));
    await sweepRuns(runs, join(runs, 'up'));
    expect(readdirSync(runs)).toEqual(['fresh.kube-apiserver']);
    rmSync(runs, {recursive: true});
  });
});
