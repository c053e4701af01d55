import {Readable} from 'node:stream';
import {expect, it} from 'vitest';
import {boundBytes} from '../../../../../src/adapters/aws/login/bound-bytes.ts';

const tooMany = (): Error => new Error('too many');
const read = async (from: Readable): Promise<string> => Buffer.concat(await from.toArray()).toString();

it('the bytes pass through unchanged', async () => {
  expect(await read(boundBytes(Readable.from([Buffer.from('ab'), Buffer.from('cd')]), 4, tooMany))).toBe('abcd');
});

it('too many bytes end the stream with the error, and end the source', async () => {
  const source = Readable.from([Buffer.from('abc'), Buffer.from('de')]);
  await expect(read(boundBytes(source, 4, tooMany))).rejects.toThrow('too many');
  expect(source.destroyed).toBe(true);
});

it('a connection that ends without a reader causes no error', async () => {
  const source = new Readable({read: () => undefined});
  const bounded = boundBytes(source, 4, tooMany);
  source.destroy(new Error('aborted'));
  // Without a listener this event would end the process.
  await new Promise((resolve) => bounded.on('close', resolve));
  expect(bounded.errored).toMatchObject({message: 'aborted'});
});
