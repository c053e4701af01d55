import {describe, expect, it} from 'vitest';
import {nanosOf, readStamp} from '../../../../src/kubernetes/logs/log-line.ts';
import {openResume} from '../../../../src/kubernetes/logs/resume.ts';

const at = (second: number, nanos = 0): string => `2026-01-01T00:00:0${second}.${String(nanos).padStart(9, '0')}Z`;

describe('a log that is read again', () => {
  it.each([
    {
      name: 'goes on after the last line',
      before: [at(1), at(2)],
      again: [at(1), at(2), at(3)],
      told: [at(3)],
    },
    {
      name: 'tells of one time only what has not been told',
      before: [at(1), at(2), at(2)],
      again: [at(2), at(2), at(2), at(3)],
      told: [at(2), at(3)],
    },
    {
      name: 'tells lines apart by their nanoseconds',
      before: [at(2, 5)],
      again: [at(2, 4), at(2, 5), at(2, 6)],
      told: [at(2, 6)],
    },
    {
      name: 'of a container that has started anew tells everything',
      before: [at(1)],
      again: [at(2), at(2), at(2)],
      told: [at(2), at(2), at(2)],
    },
    {name: 'tells all of it when nothing had come', before: [], again: [at(1), at(1)], told: [at(1), at(1)]},
    {
      name: 'tells what two streams of a program wrote in another order',
      before: [at(3)],
      again: [at(3), at(5), at(4)],
      told: [at(5), at(4)],
    },
  ])('$name', ({before, again, told}) => {
    const resume = openResume();
    expect(before.filter(resume.isNew)).toEqual(before);
    resume.again();
    expect(again.filter(resume.isNew)).toEqual(told);
  });

  it('breaks as often as it likes', () => {
    const resume = openResume();
    const log = [at(1), at(1), at(2), at(2), at(2), at(3)];
    const told: string[] = [];
    for (const end of [1, 2, 4, 5, 6]) {
      resume.again();
      told.push(...log.slice(0, end).filter(resume.isNew));
    }
    expect(told).toEqual(log);
    expect(resume.since()).toBe(at(3));
  });
});

describe('the time of a line', () => {
  it.each([
    ['2026-01-01T00:00:01.5Z hello', {time: '2026-01-01T00:00:01.5Z', line: 'hello'}],
    ['2026-01-01T01:00:01.000000001+01:00 a  b', {time: '2026-01-01T01:00:01.000000001+01:00', line: 'a  b'}],
    ['2026-01-01T00:00:01Z', {time: '2026-01-01T00:00:01Z', line: ''}],
    ['rpc error: no such container', {line: 'rpc error: no such container'}],
  ])('%s', (text, line) => {
    expect(readStamp(text)).toEqual(line);
  });

  it('times are compared to the nanosecond, in any precision and zone', () => {
    expect(nanosOf('2026-01-01T00:00:01.5Z')).toBe(nanosOf('2026-01-01T01:00:01.500000000+01:00'));
    expect(nanosOf('2026-01-01T00:00:01.000000002Z') - nanosOf('2026-01-01T00:00:01.000000001Z')).toBe(1n);
  });
});
