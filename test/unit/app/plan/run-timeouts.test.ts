import {expect, it} from 'vitest';
import {runTimeouts} from '../../../../src/app/plan/run-timeouts.ts';

it.each([
  {seconds: undefined, want: {resourceMs: 600_000, totalMs: 1_800_000}},
  {seconds: 20, want: {resourceMs: 20_000, totalMs: 20_000}},
  {seconds: 3600, want: {resourceMs: 3_600_000, totalMs: 3_600_000}},
])('with --timeout $seconds no resource has less time than the run', ({seconds, want}) =>
  expect(runTimeouts(seconds)).toEqual(want),
);
