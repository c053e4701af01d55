import {mkdir, readdir, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {type CachedArchive, chartCache} from '../../../../src/adapters/helm/chart-cache.ts';
import type {SourceProblem} from '../../../../src/ports/source-problem.ts';
import {digestOf} from '../../../rig/chart-archive.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

const DAY_MS = 24 * 60 * 60_000;

async function use(archive: CachedArchive | SourceProblem, daysAgo: number): Promise<void> {
  const then = new Date(Date.now() - daysAgo * DAY_MS);
  if ('path' in archive) await utimes(archive.path, then, then);
}

describe('the cache of charts', () => {
  it('the cache of charts deletes what was not used for 90 days', async () => {
    const directory = await scratchDirectory();
    const cache = chartCache(directory);
    await use(await cache.write(Buffer.from('old')), 91);
    await use(await cache.write(Buffer.from('kept')), 89);
    await cache.write(Buffer.from('new'));
    expect(await readdir(directory)).toHaveLength(2);
    expect(await cache.read(digestOf('old'))).toBeUndefined();
    expect(await cache.read(digestOf('kept'))).toMatchObject({digest: digestOf('kept')});
  });

  it('the cache of charts deletes the least recently used archives when it is full', async () => {
    const cache = chartCache(await scratchDirectory(), 350);
    for (const [at, text] of ['a', 'b', 'c'].entries())
      await use(await cache.write(Buffer.from(text.repeat(100))), 10 - at);
    // Reading is a use.
    await cache.read(digestOf('a'.repeat(100)));
    await cache.write(Buffer.from('d'.repeat(100)));
    const found = await Promise.all(['a', 'b', 'c', 'd'].map((text) => cache.read(digestOf(text.repeat(100)))));
    expect(found.map((one) => one !== undefined)).toEqual([true, false, true, true]);
  });

  it('the cache of charts reports a directory that cannot be written', async () => {
    const directory = join(await scratchDirectory(), 'file');
    await writeFile(directory, '');
    expect(await chartCache(directory).write(Buffer.from('x'))).toMatchObject({
      problem: expect.stringContaining('the cache of charts cannot be written') as string,
      hint: `Make sure that you can write to ${directory} and that its disk has space.`,
    });
  });

  it('two runs that keep the same archives at once read whole ones, and leave no draft', async () => {
    const directory = await scratchDirectory();
    const texts = Array.from({length: 30}, (_, i) => String(i % 10).repeat(100_000));
    const read = await Promise.all(
      [chartCache(directory), chartCache(directory)].flatMap((cache) =>
        texts.map(async (text) => {
          await cache.write(Buffer.from(text));
          return (await cache.read(digestOf(text)))?.bytes.toString() === text;
        }),
      ),
    );
    expect(read).toEqual(read.map(() => true));
    expect(await readdir(directory)).toHaveLength(10);
  });

  it('the cache of charts leaves no draft behind when it cannot write', async () => {
    const directory = await scratchDirectory();
    await mkdir(join(directory, `${digestOf('x').slice(7)}.tgz`));
    expect(await chartCache(directory).write(Buffer.from('x'))).toHaveProperty('problem');
    expect(await readdir(directory)).toHaveLength(1);
  });
});
