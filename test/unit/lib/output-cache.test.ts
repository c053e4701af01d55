import {chmod, mkdir, readdir, readFile, rm, stat, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {outputCache} from '../../../src/lib/output-cache.ts';
import {scratchDirectory} from '../../rig/scratch.ts';

const opened = async () => {
  const directory = join(await scratchDirectory(), 'cache');
  const cache = outputCache(directory);
  return {directory, cache, other: outputCache(directory), files: () => readdir(directory)};
};
const LARGE = 'x'.repeat(200_000);

it('the cache of outputs returns a text for its key alone, in files that only their owner can read', async () => {
  const {cache, directory, files} = await opened();
  await cache.write('key', 'text');
  expect(await cache.read('key')).toBe('text');
  expect(await cache.read('other')).toBeUndefined();
  const [file = ''] = await files();
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  expect((await stat(join(directory, file))).mode & 0o777).toBe(0o600);
});

it.each([
  {name: 'is truncated', damage: (text: string) => text.slice(0, -1)},
  {name: 'is empty', damage: () => ''},
  {name: 'has another text', damage: (text: string) => text.replace('text', 'evil')},
  {name: 'is not a text', damage: () => '\u0000'.repeat(100)},
])('the cache of outputs ignores a file that $name', async ({damage}) => {
  const {cache, directory, files} = await opened();
  await cache.write('key', 'text');
  const file = join(directory, (await files())[0] ?? '');
  await writeFile(file, damage(await readFile(file, 'utf8')));
  expect(await cache.read('key')).toBeUndefined();
  await cache.write('key', 'again');
  expect(await cache.read('key')).toBe('again');
});

it('two runs that write and read the same keys at once read whole texts, and leave no draft', async () => {
  const {cache, other, files} = await opened();
  const keys = Array.from({length: 60}, (_, i) => `key ${i % 20}`);
  const read = await Promise.all(
    [cache, other].flatMap((one) =>
      keys.map(async (key) => {
        await one.write(key, key + LARGE);
        return [key, await one.read(key)] as const;
      }),
    ),
  );
  for (const [key, text] of read) expect(text).toBe(key + LARGE);
  expect((await files()).filter((name) => name.startsWith('.'))).toEqual([]);
  expect(await files()).toHaveLength(20);
});

it('the cache of outputs keeps the files that were used last', async () => {
  const {cache, files} = await opened();
  for (let i = 0; i < 60; i++) await cache.write(`key ${i}`, 'text');
  expect(await files()).toHaveLength(50);
});

it('the cache of outputs removes a draft that a killed run left, and not one that another run writes now', async () => {
  const {cache, directory, files} = await opened();
  await mkdir(directory);
  for (const name of ['.old.1.a', '.fresh.2.b']) await writeFile(join(directory, name), 'x');
  await utimes(join(directory, '.old.1.a'), new Date(0), new Date(0));
  await cache.write('key', 'text');
  expect((await files()).filter((name) => name.startsWith('.'))).toEqual(['.fresh.2.b']);
});

it('a cache that cannot be written fails no run, and leaves no draft', async () => {
  const {cache, directory, files} = await opened();
  await cache.write('key', 'text');
  const [file = ''] = await files();
  const below = outputCache(join(directory, file, 'below'));
  await below.write('key', 'text');
  expect(await below.read('key')).toBeUndefined();
  // A directory in place of the file: the draft is written, and cannot be renamed.
  await rm(join(directory, file));
  await mkdir(join(directory, file));
  await cache.write('key', 'text');
  expect(await cache.read('key')).toBeUndefined();
  expect(await files()).toEqual([file]);
});

it.skipIf(process.getuid?.() === 0)('a cache in a directory without permission costs no run', async () => {
  const {cache, directory} = await opened();
  await mkdir(directory);
  await chmod(directory, 0o000);
  await cache.write('key', 'text');
  expect(await cache.read('key')).toBeUndefined();
  await chmod(directory, 0o700);
});
