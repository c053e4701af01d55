/**
 * For `node --import`: a program whose clock goes GANTRY_TEST_SPEED times as fast since GANTRY_TEST_BEGUN (milliseconds since 1970).
 * Only what src/adapters/clock/system-clock.ts asks is replaced: sources and build alike, and no timeout of a connection.
 */
import {syncBuiltinESMExports} from 'node:module';
import timers from 'node:timers/promises';

const speed = Number(process.env.GANTRY_TEST_SPEED);
const begun = Number(process.env.GANTRY_TEST_BEGUN);
if (!(speed >= 1 && begun > 0)) throw new Error('GANTRY_TEST_SPEED and GANTRY_TEST_BEGUN say how fast, and since when');

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
