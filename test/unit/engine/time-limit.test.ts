import {expect, it} from 'vitest';
import {timeLimit} from '../../../src/engine/time-limit.ts';

const TIMEOUTS = {resourceMs: 10_000, totalMs: 30_000};

it.each([
  {
    name: 'a resource has its own time',
    begun: {run: 0, step: 5000},
    want: {of: 'resource', seconds: 10, until: 15_000},
  },
  {
    name: 'a rule gives it more',
    timeoutMs: 20_000,
    begun: {run: 0, step: 5000},
    want: {of: 'rule', seconds: 20, until: 25_000},
  },
  {name: 'or less', timeoutMs: 500, begun: {run: 0, step: 5000}, want: {of: 'rule', seconds: 0.5, until: 5500}},
  {
    name: 'but never more than what is left of the run',
    timeoutMs: 60_000,
    begun: {run: 1000, step: 5000},
    want: {of: 'run', seconds: 30, until: 31_000},
  },
  {
    name: 'late in the run little is left',
    begun: {run: 0, step: 29_000},
    want: {of: 'run', seconds: 30, until: 30_000},
  },
  {
    name: 'a limit that ends with the run is the own one',
    begun: {run: 0, step: 20_000},
    want: {of: 'resource', seconds: 10, until: 30_000},
  },
])('$name', ({timeoutMs, begun, want}) => {
  expect(timeLimit(timeoutMs === undefined ? {} : {timeoutMs}, TIMEOUTS, begun)).toEqual(want);
});
