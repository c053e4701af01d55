import {PassThrough} from 'node:stream';
import {expect, it} from 'vitest';
import {ioOf} from '../../../src/ui/io.ts';

const ioWith = (stderr: {readonly isTTY?: boolean; readonly columns?: number}) =>
  ioOf(
    {
      stdin: Object.assign(new PassThrough(), {isTTY: true}),
      stdout: new PassThrough(),
      stderr: Object.assign(new PassThrough(), stderr),
    },
    {},
  );

it('a terminal with a width gets a live view', () => {
  expect(ioWith({isTTY: true, columns: 80}).stderr).toMatchObject({columns: 80, terminal: expect.anything()});
});

it('a terminal without a width gets lines like a pipe, and still gets questions', () => {
  const {stderr} = ioWith({isTTY: true, columns: 0});
  expect(stderr).toMatchObject({isTTY: true, columns: 120});
  expect(stderr.terminal).toBeUndefined();
  expect(ioWith({}).stderr.terminal).toBeUndefined();
});
