import {hostname} from 'node:os';
import {describe, expect, it} from 'vitest';
import {localBackend} from '../../../../src/adapters/local/backend/local-backend.ts';
import {openHistory} from '../../../../src/engine/release/release-history.ts';
import {ask, killNow, startChild} from '../../../rig/child.ts';
import type {LockAnswer} from '../../../rig/lock-process.ts';
import {NAMES} from '../../../rig/releases.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

const PROGRAM = './lock-process.ts';

describe('real processes with one lock', () => {
  it('one process wins the lock, and the other one gets the PID, host and command of the winner', async () => {
    const directory = await scratchDirectory();
    const runs = await Promise.all([1, 2].map(() => startChild(PROGRAM, [directory])));
    const answers = await Promise.all(runs.map((run) => ask<LockAnswer>(run, {say: 'take'})));
    const winner = runs[answers.findIndex(({kind}) => kind === 'held')];
    expect(answers.map(({kind}) => kind).toSorted()).toEqual(['held', 'refused']);
    expect(answers.find(({kind}) => kind === 'refused')).toMatchObject({
      failure: {
        code: 'release/locked',
        holder: expect.stringContaining(`@${hostname()}, pid ${winner?.pid}`),
        command: 'gantry apply -w prod',
      },
    });
  });

  it('the next process takes over from a killed holder at once and finds its pending release', async () => {
    const directory = await scratchDirectory();
    const [first, second] = await Promise.all([startChild(PROGRAM, [directory]), startChild(PROGRAM, [directory])]);
    expect(await ask<LockAnswer>(first, {say: 'take', begin: true})).toEqual({kind: 'held', epoch: 1, revision: 1});
    expect(await ask<LockAnswer>(second, {say: 'take'})).toMatchObject({failure: {code: 'release/locked'}});
    await killNow(first);
    expect(await ask<LockAnswer>(second, {say: 'take'})).toEqual({kind: 'held', epoch: 2, revision: 2});
    const {pending} = await openHistory({backend: localBackend({directory}), ...NAMES});
    expect(pending).toMatchObject({phase: 'applying', revision: 1, spec: [{id: 'a'}]});
  });

  it('the next process finds the lock free after the holder released it', async () => {
    const directory = await scratchDirectory();
    const [first, second] = await Promise.all([startChild(PROGRAM, [directory]), startChild(PROGRAM, [directory])]);
    await ask<LockAnswer>(first, {say: 'take'});
    await ask<LockAnswer>(first, {say: 'release'});
    expect(await ask<LockAnswer>(second, {say: 'take'})).toMatchObject({kind: 'held'});
  });
});
