import {describe, expect, it} from 'vitest';
import type {WhichRelease} from '../../../../src/app/plan/release-requests.ts';
import {chooseRelease, lastGoodRelease} from '../../../../src/app/release/choose-release.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {acquireLock, type HeldLock} from '../../../../src/engine/release/acquire.ts';
import {openHistory, type ReleaseHistory} from '../../../../src/engine/release/release-history.ts';
import {handClock} from '../../../rig/hand-clock.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';
import {begun, ended, holderNamed, NAMES} from '../../../rig/releases.ts';

/**
 * `ok`, `failed`, `interrupted`: an apply; `unwaited`: one without waiting after one that failed; `gone`: a destroy; `died`: a run that
 * left no record; `back`: a rollback to revision 1.
 */
type Run = Outcome | `back ${Outcome}`;
type Outcome = 'ok' | 'failed' | 'interrupted' | 'unwaited' | 'gone' | 'died';

const PHASE = {
  ok: 'succeeded',
  unwaited: 'succeeded',
  gone: 'succeeded',
  failed: 'failed',
  interrupted: 'interrupted',
} as const;

async function recorded(runs: readonly Run[]) {
  const backend = memoryBackend();
  const open = (): Promise<ReleaseHistory> => openHistory({backend, ...NAMES});
  const acquire = async (): Promise<HeldLock> =>
    acquireLock({
      backend,
      history: await open(),
      names: NAMES,
      holder: holderNamed('anna'),
      clock: handClock(),
      lockTimeoutMs: 0,
      signal: new AbortController().signal,
      onEvent: () => undefined,
      isDead: () => true,
    });
  for (const [outcome, isBack] of runs.map(outcomeOf)) {
    const lock = await acquire();
    const operation = outcome === 'gone' ? 'destroy' : 'apply';
    const release = begun(lock, {
      operation,
      phase: operation === 'apply' ? 'applying' : 'destroying',
      ...(isBack ? {from: {revision: 1}} : {}),
      ...(outcome === 'unwaited' ? {unsettled: true} : {}),
    });
    await lock.begin(release);
    if (outcome !== 'died') await lock.finish(ended(release, {phase: PHASE[outcome]}));
    await lock[Symbol.asyncDispose]();
  }
  return {history: await open(), names: NAMES, backend};
}

const outcomeOf = (run: Run): readonly [Outcome, isBack: boolean] =>
  run.startsWith('back ') ? [run.slice('back '.length) as Outcome, true] : [run as Outcome, false];

const answer = async (work: Promise<{readonly revision: number}>): Promise<number | string> => {
  try {
    return (await work).revision;
  } catch (error) {
    if (error instanceof GantryError) return error.failure.code;
    throw error;
  }
};

describe('the release to apply again', () => {
  it.each<{runs: readonly Run[]; which?: WhichRelease; want: number | string}>([
    {runs: ['ok', 'ok'], want: 1},
    {runs: ['ok'], want: 'release/not-found'},
    {runs: ['ok', 'failed'], want: 1},
    {runs: ['ok', 'ok', 'failed', 'interrupted'], want: 2},
    {runs: ['ok', 'failed', 'ok'], want: 1},
    {runs: ['ok', 'ok', 'died'], want: 2},
    {runs: ['ok', 'gone'], want: 1},
    {runs: ['ok', 'gone', 'ok'], want: 1},
    {runs: ['ok', 'gone', 'failed'], want: 1},
    // Repeated, a rollback goes on to where it was going, and not back to what it was to leave.
    {runs: ['ok', 'ok', 'back interrupted'], want: 1},
    {runs: ['ok', 'ok', 'back died'], want: 1},
    {runs: ['ok', 'ok', 'back failed'], want: 1},
    {runs: ['ok', 'ok', 'back ok'], want: 2},
    {runs: ['failed', 'ok', 'back failed'], want: 2},
    // Of what nobody waited for after a failure nobody knows that it is well.
    {runs: ['ok', 'failed', 'unwaited', 'failed'], want: 1},
    {runs: ['failed'], want: 'release/not-found'},
    {runs: ['failed', 'ok'], want: 'release/not-found'},
    {runs: ['died'], want: 'release/not-found'},
    {runs: [], want: 'release/not-found'},
    {runs: ['ok', 'failed'], which: 'current', want: 2},
    {runs: ['ok', 'died'], which: 'current', want: 1},
    {runs: ['died'], which: 'current', want: 'release/not-found'},
    {runs: ['ok', 'failed', 'ok'], which: 2, want: 2},
    {runs: ['ok', 'died', 'ok'], which: 2, want: 2},
    {runs: ['ok', 'gone', 'ok'], which: 2, want: 'input/usage'},
    {runs: ['ok'], which: 4, want: 'release/not-found'},
  ])('the release after $runs for $which is $want', async ({runs, which = 'previous', want}) =>
    expect(await answer(chooseRelease({...(await recorded(runs)), which}))).toBe(want),
  );

  it.each<{runs: readonly Run[]; before: number; want: number | string}>([
    {runs: ['ok', 'failed'], before: 2, want: 1},
    {runs: ['ok', 'failed', 'interrupted', 'failed'], before: 4, want: 1},
    {runs: ['ok', 'ok', 'failed'], before: 3, want: 2},
    {runs: ['ok', 'failed', 'unwaited', 'failed'], before: 4, want: 1},
    {runs: ['failed'], before: 1, want: 'release/not-found'},
    // What a destroy has taken away does not come back by itself.
    {runs: ['ok', 'gone', 'failed'], before: 3, want: 'release/not-found'},
  ])('the rollback after $runs that ended with a failure of $before chooses $want', async ({runs, before, want}) =>
    expect(await answer(lastGoodRelease(await recorded(runs), before))).toBe(want),
  );
});
