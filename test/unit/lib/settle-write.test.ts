import {describe, expect, it} from 'vitest';
import {settleWrite} from '../../../src/lib/settle-write.ts';

const DOUBTFUL = {doubtful: true};
const CERTAIN = {doubtful: false};
const done = (version: string) => ({version});
const ours = {version: 'v1', isOurs: true};
const theirs = {version: 'v9', isOurs: false};

type Sent = Awaited<ReturnType<Parameters<typeof settleWrite>[0]['send']>>;
type Found = Awaited<ReturnType<Parameters<typeof settleWrite>[0]['find']>>;

const settled = async (creates: boolean, sent: readonly Sent[], found: readonly Found[]) => {
  const [sending, finding] = [[...sent], [...found]];
  const told = await settleWrite({
    creates,
    send: async () => sending.shift() ?? CERTAIN,
    find: async () => finding.shift(),
  });
  return {told, sent: sent.length - sending.length, found: found.length - finding.length};
};

describe('a conditional write', () => {
  it.each<{what: string; creates: boolean; sent: readonly Sent[]; found: readonly Found[]; told: unknown}>([
    {what: 'that is answered', creates: true, sent: [done('v1')], found: [], told: done('v1')},
    {what: 'that another one overtook', creates: true, sent: [CERTAIN], found: [], told: 'conflict'},
    {what: 'that conflicts with its own lost try', creates: true, sent: [DOUBTFUL], found: [ours], told: done('v1')},
    {
      what: "that conflicts with another's after a lost try",
      creates: true,
      sent: [DOUBTFUL],
      found: [theirs],
      told: 'conflict',
    },
    {
      what: 'that creates again what somebody deleted after its lost try',
      creates: true,
      sent: [DOUBTFUL, done('v2')],
      found: [undefined],
      told: done('v2'),
    },
    {
      what: 'that creates again, and conflicts with a try that came late',
      creates: true,
      sent: [DOUBTFUL, CERTAIN],
      found: [undefined, ours],
      told: done('v1'),
    },
    {what: 'that replaces what is gone', creates: false, sent: [DOUBTFUL], found: [undefined], told: 'conflict'},
  ])('$what', async ({creates, sent, found, told}) => {
    expect(await settled(creates, sent, found)).toEqual({told, sent: sent.length, found: found.length});
  });

  it('a conditional write ends if its object is deleted after each conflict', async () => {
    let count = 0;
    const send = async () => (count++, DOUBTFUL);
    expect(await settleWrite({creates: true, send, find: async () => undefined})).toBe('conflict');
    expect(count).toBe(10);
  });
});
