import {describe, expect, it} from 'vitest';
import {closedBecause} from '../../../../src/core/protection/closed-because.ts';
import type {ChangeWindow, Freeze, Weekday} from '../../../../src/core/protection/protection.ts';

const ZURICH = 'Europe/Zurich';
const days = (...names: readonly Weekday[]): {readonly days: readonly Weekday[]} => ({days: names});
const isOpen = (window: ChangeWindow, at: string): boolean =>
  closedBecause({windows: [window], freezes: []}, new Date(at)) === undefined;

describe('change windows', () => {
  // 2026-11-27 is a Friday. Zurich is UTC+1 in winter and UTC+2 in summer.
  it.each<{name: string; window: ChangeWindow; at: string; open: boolean}>([
    {
      name: 'opens at its first minute',
      window: {from: '09:00', to: '17:00', timeZone: 'UTC'},
      at: '2026-11-27T09:00:00Z',
      open: true,
    },
    {
      name: 'is closed a second before',
      window: {from: '09:00', to: '17:00', timeZone: 'UTC'},
      at: '2026-11-27T08:59:59Z',
      open: false,
    },
    {
      name: 'is closed at its end',
      window: {from: '09:00', to: '17:00', timeZone: 'UTC'},
      at: '2026-11-27T17:00:00Z',
      open: false,
    },
    {
      name: 'is open in its last second',
      window: {from: '09:00', to: '17:00', timeZone: 'UTC'},
      at: '2026-11-27T16:59:59Z',
      open: true,
    },
    {
      name: 'counts in its time zone in winter',
      window: {from: '09:00', to: '17:00', timeZone: ZURICH},
      at: '2026-11-27T08:00:00Z',
      open: true,
    },
    {
      name: 'counts in its time zone in summer',
      window: {from: '09:00', to: '17:00', timeZone: ZURICH},
      at: '2026-07-03T07:00:00Z',
      open: true,
    },
    {
      name: 'is closed in winter at the hour that is open in summer',
      window: {from: '09:00', to: '17:00', timeZone: ZURICH},
      at: '2026-11-27T07:00:00Z',
      open: false,
    },
    {
      name: 'is closed on other days',
      window: {...days('mon'), from: '00:00', to: '24:00', timeZone: 'UTC'},
      at: '2026-11-27T12:00:00Z',
      open: false,
    },
    {
      name: 'takes the day of its time zone',
      window: {...days('sat'), from: '00:00', to: '24:00', timeZone: 'Pacific/Auckland'},
      at: '2026-11-27T12:00:00Z',
      open: true,
    },
    {
      name: 'is open the whole day to 24:00',
      window: {...days('fri'), from: '00:00', to: '24:00', timeZone: 'UTC'},
      at: '2026-11-27T23:59:59Z',
      open: true,
    },
    {
      name: 'goes on after midnight',
      window: {...days('fri'), from: '22:00', to: '04:00', timeZone: 'UTC'},
      at: '2026-11-28T03:59:00Z',
      open: true,
    },
    {
      name: 'ends after midnight',
      window: {...days('fri'), from: '22:00', to: '04:00', timeZone: 'UTC'},
      at: '2026-11-28T04:00:00Z',
      open: false,
    },
    {
      name: 'does not begin on the day before',
      window: {...days('fri'), from: '22:00', to: '04:00', timeZone: 'UTC'},
      at: '2026-11-27T03:00:00Z',
      open: false,
    },
    {
      name: 'goes from Sunday to Monday',
      window: {...days('sun'), from: '22:00', to: '04:00', timeZone: 'UTC'},
      at: '2026-11-30T01:00:00Z',
      open: true,
    },
    {
      name: 'is open in both 02:30 when clocks go back',
      window: {from: '02:00', to: '03:00', timeZone: ZURICH},
      at: '2026-10-25T00:30:00Z',
      open: true,
    },
    {
      name: 'is open in the second 02:30, too',
      window: {from: '02:00', to: '03:00', timeZone: ZURICH},
      at: '2026-10-25T01:30:00Z',
      open: true,
    },
    {
      name: 'never opens on the day when clocks skip its hour',
      window: {from: '02:00', to: '03:00', timeZone: ZURICH},
      at: '2026-03-29T01:00:00Z',
      open: false,
    },
    {
      name: 'is closed a minute before the skipped hour',
      window: {from: '02:00', to: '03:00', timeZone: ZURICH},
      at: '2026-03-29T00:59:00Z',
      open: false,
    },
    {
      name: 'is a whole hour before clocks go forward',
      window: {from: '01:00', to: '03:00', timeZone: ZURICH},
      at: '2026-03-29T00:59:00Z',
      open: true,
    },
  ])('a window $name', ({window, at, open}) => expect(isOpen(window, at)).toBe(open));

  it('one open window of several is enough, and without windows changes are always allowed', () => {
    const closed: ChangeWindow = {...days('mon'), from: '09:00', to: '10:00', timeZone: 'UTC'};
    const open: ChangeWindow = {from: '00:00', to: '24:00', timeZone: 'UTC'};
    const now = new Date('2026-11-27T12:00:00Z');
    expect(closedBecause({windows: [closed, open], freezes: []}, now)).toBeUndefined();
    expect(closedBecause({windows: [closed], freezes: []}, now)).toEqual({kind: 'windows', windows: [closed]});
    expect(closedBecause({windows: [], freezes: []}, now)).toBeUndefined();
  });
});

describe('freezes', () => {
  const freeze = (from: string, to: string, timeZone = 'UTC'): Freeze => ({from, to, timeZone, reason: 'year end'});

  it.each<{name: string; freeze: Freeze; at: string; frozen: boolean}>([
    {
      name: 'begins with its first day',
      freeze: freeze('2026-12-20', '2027-01-04'),
      at: '2026-12-20T00:00:00Z',
      frozen: true,
    },
    {
      name: 'does not begin earlier',
      freeze: freeze('2026-12-20', '2027-01-04'),
      at: '2026-12-19T23:59:59Z',
      frozen: false,
    },
    {
      name: 'includes its last day',
      freeze: freeze('2026-12-20', '2027-01-04'),
      at: '2027-01-04T23:59:59Z',
      frozen: true,
    },
    {
      name: 'ends with its last day',
      freeze: freeze('2026-12-20', '2027-01-04'),
      at: '2027-01-05T00:00:00Z',
      frozen: false,
    },
    {
      name: 'counts in its time zone',
      freeze: freeze('2026-12-20', '2027-01-04', 'America/New_York'),
      at: '2027-01-05T04:59:00Z',
      frozen: true,
    },
    {
      name: 'begins at a time',
      freeze: freeze('2026-12-20T18:00', '2026-12-21T06:00'),
      at: '2026-12-20T18:00:00Z',
      frozen: true,
    },
    {
      name: 'is not in force before its time',
      freeze: freeze('2026-12-20T18:00', '2026-12-21T06:00'),
      at: '2026-12-20T17:59:59Z',
      frozen: false,
    },
    {
      name: 'ends at a time',
      freeze: freeze('2026-12-20T18:00', '2026-12-21T06:00'),
      at: '2026-12-21T06:00:00Z',
      frozen: false,
    },
    {
      name: 'of a time to a day includes that day',
      freeze: freeze('2026-12-20T18:00', '2026-12-21'),
      at: '2026-12-21T23:00:00Z',
      frozen: true,
    },
  ])('a freeze $name', ({freeze: one, at, frozen}) =>
    expect(closedBecause({windows: [], freezes: [one]}, new Date(at))).toEqual(
      frozen ? {kind: 'freeze', freeze: one} : undefined,
    ),
  );

  it('a freeze has precedence over an open window', () => {
    const windows: readonly ChangeWindow[] = [{from: '00:00', to: '24:00', timeZone: 'UTC'}];
    const freezes = [freeze('2026-12-20', '2026-12-20')];
    expect(closedBecause({windows, freezes}, new Date('2026-12-20T12:00:00Z'))).toMatchObject({kind: 'freeze'});
  });
});
