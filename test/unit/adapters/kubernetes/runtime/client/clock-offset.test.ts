import {expect, it} from 'vitest';
import {readClockOffset} from '../../../../../../src/adapters/kubernetes/runtime/client/clock-offset.ts';
import type {Reply} from '../../../../../../src/adapters/kubernetes/runtime/client/request-types.ts';
import {refusalOf} from '../../../../../../src/adapters/kubernetes/runtime/client/status.ts';
import {handClock} from '../../../../../rig/hand-clock.ts';

const HERE = Date.parse('2026-01-01T12:00:00.500Z');
const at = (offsetMs: number): string => new Date(HERE + offsetMs).toUTCString();

const answered = (date: string | undefined): Reply => ({
  ok: true,
  status: 200,
  warnings: [],
  resent: false,
  headers: {date},
  body: {},
});

const CASES: readonly {readonly name: string; readonly reply: Reply; readonly want: number | undefined}[] = [
  {name: 'the same second', reply: answered(at(0)), want: 0},
  {name: 'a second that began before the request was sent', reply: answered(at(-500)), want: 0},
  {name: 'a second within the two that the answer took', reply: answered(at(2000)), want: 0},
  {name: 'ahead', reply: answered(at(95_000)), want: 92_500},
  {name: 'behind', reply: answered(at(-95_000)), want: -94_501},
  {name: 'no date', reply: answered(undefined), want: undefined},
  {name: 'a date that is none', reply: answered('soon'), want: undefined},
  {
    name: 'a version that may not be read',
    reply: {ok: false, status: 403, warnings: [], resent: false, refusal: refusalOf(403, 'no')},
    want: undefined,
  },
];

it.each(CASES)('the clock of a server that says $name is $want ms ahead of ours', async ({reply, want}) => {
  const clock = handClock(new Date(HERE));
  const send = async (): Promise<Reply> => {
    clock.jump(2000);
    return reply;
  };
  expect(await readClockOffset({send}, clock)).toBe(want);
});
