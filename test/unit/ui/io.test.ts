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

it('draws on a terminal', () => {
  expect(ioWith({isTTY: true, columns: 80}).stderr).toMatchObject({columns: 80, terminal: expect.anything()});
});

it('writes lines to a terminal that has no width, as to a pipe, and still asks on it', () => {
  const {stderr} = ioWith({isTTY: true, columns: 0});
  expect(stderr).toMatchObject({isTTY: true, columns: 120});
  expect(stderr.terminal).toBeUndefined();
  expect(ioWith({}).stderr.terminal).toBeUndefined();
});
