import {writeFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {answerOrRefusal} from '../../../../src/sandbox/api/answer-or-refusal.ts';

const messageOf = (answer: () => never): unknown => {
  const reply = answerOrRefusal(answer);
  expect(reply).toMatchObject({kind: 'json', status: 500, body: {kind: 'Status', reason: 'InternalError'}});
  return reply.kind === 'json' ? JSON.parse(JSON.stringify(reply.body)).message : undefined;
};

it.skipIf(process.platform !== 'linux')('a full disk is reported in one sentence', () => {
  const message = messageOf(() => {
    writeFileSync('/dev/full', 'something');
    throw new Error('it was written');
  });
  expect(message).toBe(
    'Internal error occurred: the sandbox cannot write to its storage: ENOSPC: no space left on device, write',
  );
});

it('an internal error is reported with its stack trace', () => {
  const message = messageOf(() => {
    throw new TypeError('that was not expected');
  });
  expect(message).toMatch(/^Internal error occurred: TypeError: that was not expected\n {4}at .*answer-or-refusal/);
});
