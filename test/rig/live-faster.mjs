/**
 * For `node --import`: a program whose clock goes GANTRY_TEST_SPEED times as fast since GANTRY_TEST_BEGUN (milliseconds since 1970).
 * Replaces Date, performance.now and the timers of node:timers/promises in the whole program, in sources and build alike. Budgets
 * that are measured with performance.now are shorter by the same factor; global timers and file times are not changed.
 */
import {syncBuiltinESMExports} from 'node:module';
import timers from 'node:timers/promises';

const speed = Number(process.env.GANTRY_TEST_SPEED);
const begun = Number(process.env.GANTRY_TEST_BEGUN);
if (!(speed >= 1 && begun > 0))
  throw new Error(
    'GANTRY_TEST_SPEED must be a number of at least 1, GANTRY_TEST_BEGUN a time in milliseconds since 1970',
  );

const {Date: RealDate} = globalThis;
const now = () => begun + (RealDate.now() - begun) * speed;
globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }
  static now = now;
};

const monotonic = performance.now.bind(performance);
performance.now = () => monotonic() * speed;

const sleep = timers.setTimeout;
timers.setTimeout = (ms, ...more) => sleep(ms / speed, ...more);
syncBuiltinESMExports();
