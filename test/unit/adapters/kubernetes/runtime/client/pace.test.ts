import {describe, expect, it} from 'vitest';
import {createPace} from '../../../../../../src/adapters/kubernetes/runtime/client/pace.ts';
import {stoppedClock} from '../../../../../rig/stopped-clock.ts';

/** Sends requests for some seconds as fast as the pace permits. The server answers only `perSecond` of them in each second. */
function sendTo(perSecond: number, {seconds}: {readonly seconds: number}) {
  const clock = stoppedClock();
  const pace = createPace(clock);
  const answered = Array.from({length: seconds}, () => 0);
  let refused = 0;
  while (clock.monotonic() < seconds * 1000) {
    const second = Math.floor(clock.monotonic() / 1000);
    const delayMs = pace.delayMs();
    if (delayMs > 0) {
      clock.advance(delayMs);
      continue;
    }
    // A quick server: it needs a millisecond for a request.
    clock.advance(1);
    if ((answered[second] ?? 0) >= perSecond) {
      refused++;
      pace.throttled();
      continue;
    }
    answered[second] = (answered[second] ?? 0) + 1;
    pace.answered();
  }
  return {answered: answered.reduce((sum, one) => sum + one, 0), refused};
}

describe('the pace of requests', () => {
  it('the pace has no limit while no request is refused', () => {
    expect(sendTo(10_000, {seconds: 3})).toEqual({answered: 3000, refused: 0});
  });

  it.each([{perSecond: 1}, {perSecond: 5}, {perSecond: 20}, {perSecond: 200}])(
    'the pace uses most of what a server with $perSecond requests a second permits, with few refusals',
    ({perSecond}) => {
      const seconds = 60;
      const {answered, refused} = sendTo(perSecond, {seconds});
      expect(answered).toBeGreaterThan(perSecond * seconds * 0.7);
      expect(refused).toBeLessThan(seconds * 1.2 + perSecond * seconds * 0.05);
    },
  );

  it('the pace after a refusal that follows a quiet time is not very slow', () => {
    const clock = stoppedClock();
    const pace = createPace(clock);
    pace.answered();
    clock.advance(30_000);
    pace.throttled();
    let sent = 0;
    while (clock.monotonic() < 32_000) {
      const delayMs = pace.delayMs();
      clock.advance(Math.max(1, delayMs));
      if (delayMs === 0) sent++;
    }
    expect(sent).toBeGreaterThan(50);
  });

  it('the pace grows again when a server permits more', () => {
    const clock = stoppedClock();
    const pace = createPace(clock);
    for (let i = 0; i < 20; i++) pace.answered();
    pace.throttled();
    let sent = 0;
    while (clock.monotonic() < 60_000) {
      const delayMs = pace.delayMs();
      clock.advance(Math.max(1, delayMs));
      if (delayMs > 0) continue;
      sent++;
      pace.answered();
    }
    expect(sent).toBeGreaterThan(60 * 20 * 2);
  });
});
