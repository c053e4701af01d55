import type {ChildProcess} from 'node:child_process';
import {expect} from 'vitest';
import {headKey} from '../../../src/core/release/keys.ts';
import {openHistory} from '../../../src/engine/release/release-history.ts';
import {ask, startChild} from '../child.ts';
import {NAMES} from '../releases.ts';
import {openPlace, type Place} from './place.ts';
import type {Answer, Order} from './racer.ts';

export type Race = {readonly racers: number; readonly rounds: number};

/** What the project promises; `GANTRY_RACE_ROUNDS` asks for more. */
export const RACE: Race = {racers: 20, rounds: Number(process.env['GANTRY_RACE_ROUNDS'] ?? 50)};
export const RACE_TIMEOUT_MS = 180_000;

/**
 * Real processes, started once, go for one lock again and again; who gets it keeps it until all others have been refused. Holds each round
 * against what is promised: one winner, everybody else is told who that is, and no revision is left out or used twice.
 */
export async function runRace(place: Place, {racers: count, rounds}: Race = RACE): Promise<void> {
  const racers = await Promise.all(
    Array.from({length: count}, () => startChild('./race/racer.ts', [JSON.stringify(place)])),
  );
  const all = (say: Order): Promise<Answer[]> => Promise.all(racers.map((racer) => ask<Answer>(racer, {say})));
  const wins = new Map<number, number>();
  for (let round = 1; round <= rounds; round++) {
    await all('plan');
    const answers = await all('take');
    const winner = expectOneWinner(racers, answers, round);
    wins.set(winner.pid ?? 0, (wins.get(winner.pid ?? 0) ?? 0) + 1);
    expect(await ask<Answer>(winner, {say: 'record'})).toEqual({kind: 'recorded'});
  }
  // Where one always wins nobody raced.
  expect(wins.size).toBeGreaterThan(1);
  await expectAllRecorded(place, rounds);
}

function expectOneWinner(racers: readonly ChildProcess[], answers: readonly Answer[], round: number): ChildProcess {
  const winners = racers.filter((_, at) => answers[at]?.kind === 'held');
  const [winner, ...others] = winners;
  expect(others, `round ${round}: ${JSON.stringify(answers)}`).toEqual([]);
  if (winner === undefined) throw new Error(`round ${round} has no winner: ${JSON.stringify(answers)}`);
  expect(answers.find(({kind}) => kind === 'held')).toEqual({kind: 'held', epoch: round, revision: round});
  const told = {code: 'release/locked', pid: winner.pid, command: `gantry apply # ${winner.pid}`, alive: 'runs'};
  for (const answer of answers.filter(({kind}) => kind !== 'held'))
    expect(answer).toMatchObject({kind: 'refused', failure: told});
  return winner;
}

async function expectAllRecorded(place: Place, rounds: number): Promise<void> {
  const backend = await openPlace(place);
  const {last, lineage = '', interrupted} = await openHistory({backend, ...NAMES});
  expect([last?.revision, last?.epoch, interrupted]).toEqual([rounds, rounds, []]);
  const names = Array.from({length: rounds}, (_, at) => `${at + 1}-${at + 1}`);
  const wanted = names
    .flatMap((name) => [`${name}.json`, `${name}-pending.json`])
    .map((name) => `releases/${lineage}/${name}`);
  expect(await backend.list(`releases/${lineage}/`)).toEqual([...wanted, headKey(lineage)].toSorted());
}
