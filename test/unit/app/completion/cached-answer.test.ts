import {chmod, mkdir, readdir, rm, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {cachedAnswer} from '../../../../src/app/completion/cached-answer.ts';
import {fileSource, pathSource, searchSource} from '../../../../src/config/completion/source.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

/** A directory of files that an answer is read from, and a cache; `ask` returns how often the answer was found. */
async function place() {
  const [dir, cache] = [await scratchDirectory(), await scratchDirectory()];
  await mkdir(join(dir, 'web'));
  await writeFile(join(dir, 'project.yaml'), 'name: shop');
  await writeFile(join(dir, 'web/stack.yaml'), 'name: web');
  let found = 0;
  const sources = () => [
    fileSource(join(dir, 'project.yaml')),
    fileSource(join(dir, 'stack.yaml')),
    pathSource(join(dir, '.git')),
    searchSource(dir),
  ];
  const ask = async (key = 'a', isCached = true) => {
    await cachedAnswer({cache, key: [key], isValid: isText}, async () => {
      found += 1;
      return isCached ? {value: 'answer', sources: sources()} : {value: 'answer'};
    });
    return found;
  };
  return {dir, cache, ask};
}

describe('a cached answer', () => {
  it('a cached answer is used as long as nothing that it was read from has changed', async () => {
    const {dir, ask} = await place();
    await ask();
    await writeFile(join(dir, 'web/other.yaml'), 'name: other');
    await mkdir(join(dir, 'empty'));
    expect(await ask()).toBe(1);
  });

  type At = Awaited<ReturnType<typeof place>>;
  it.each<{name: string; change: (at: At) => Promise<unknown>}>([
    {name: 'a file was written', change: ({dir}) => writeFile(join(dir, 'project.yaml'), 'name: cafe')},
    {
      name: 'a file was written and its time was set back',
      change: async ({dir}) => {
        await writeFile(join(dir, 'project.yaml'), 'name: cafe');
        await utimes(join(dir, 'project.yaml'), new Date(0), new Date(0));
      },
    },
    {name: 'the mode of a file was changed', change: ({dir}) => chmod(join(dir, 'project.yaml'), 0o600)},
    {name: 'a file was removed', change: ({dir}) => rm(join(dir, 'project.yaml'))},
    {name: 'a missing file was created', change: ({dir}) => writeFile(join(dir, 'stack.yaml'), '')},
    {name: 'a repository was created', change: ({dir}) => mkdir(join(dir, '.git'))},
    {
      name: 'a stack was added below',
      change: async ({dir}) => {
        await mkdir(join(dir, 'db'));
        await writeFile(join(dir, 'db/stack.yaml'), '');
      },
    },
    {name: 'a stack was removed', change: ({dir}) => rm(join(dir, 'web/stack.yaml'))},
    ...[
      '{"half',
      'null',
      '[]',
      '{"formatVersion":1,"value":"answer"}',
      '{"formatVersion":1,"value":"a","sources":[]}',
    ].map((text) => ({
      name: `the cache is broken: ${text}`,
      change: async ({cache}: At) => {
        for (const file of await readdir(cache)) await writeFile(join(cache, file), text);
      },
    })),
    {
      name: 'the cached value is of another kind',
      change: async ({cache, dir}) => {
        const kept = {formatVersion: 1, value: 1, sources: [pathSource(dir)]};
        for (const file of await readdir(cache)) await writeFile(join(cache, file), JSON.stringify(kept));
      },
    },
  ])('an answer is found again and cached again after $name', async ({change}) => {
    const at = await place();
    await at.ask();
    await change(at);
    expect(await at.ask()).toBe(2);
    expect(await at.ask()).toBe(2);
  });

  it('each key has an answer of its own', async () => {
    const {ask} = await place();
    await ask('a');
    expect(await ask('b')).toBe(2);
    expect(await ask('a')).toBe(2);
  });

  it('an answer without sources is not cached', async () => {
    const {ask, cache} = await place();
    await ask('a', false);
    expect(await ask('a', false)).toBe(2);
    expect(await readdir(cache)).toEqual([]);
  });

  it('an answer is found although the cache cannot be written', async () => {
    const found = () => Promise.resolve({value: 'answer', sources: [pathSource('/')]});
    const asked = {cache: '/dev/null/cache', key: [], isValid: isText};
    expect(await cachedAnswer(asked, found)).toBe('answer');
  });
});
