import {readdir, stat, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {
  completionCache,
  notedStacks,
  readRecent,
  recentReleases,
} from '../../../../src/config/completion/recent-releases.ts';
import type {NotedRelease} from '../../../../src/ports/recent-releases.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

const NAMES = {project: 'shop', stack: 'web', workspace: 'prod'};
const WEB = {id: 'v1:Service:shop:web', kind: 'Service'};
const QUEUE = {id: 'hashicorp:aws:aws_sqs_queue:orders'};

/** A home with its store; `note` notes each release in turn. */
async function place() {
  const home = await scratchDirectory();
  const directory = completionCache(home);
  const note = async (...all: readonly NotedRelease[]) => {
    for (const one of all) await recentReleases(home, 'backend').note(NAMES, one);
  };
  const file = async () => join(directory, (await readdir(directory))[0] ?? '');
  return {home, note, file, read: () => readRecent(directory, 'backend', NAMES), directory};
}

describe('the names in recent releases', () => {
  it('a release is remembered with its ids and kinds, readable only by its owner', async () => {
    const {note, read, file} = await place();
    await note({lineage: 'l', revision: 1, resources: [WEB, QUEUE]});
    expect(read()).toEqual({lineage: 'l', revisions: [1], resources: [WEB, QUEUE], planned: []});
    expect(((await stat(await file())).mode & 0o777).toString(8)).toBe('600');
  });

  it.each<{name: string; next: NotedRelease; want: object}>([
    {name: 'a later revision is added', next: {lineage: 'l', revision: 3}, want: {revisions: [3, 2, 1]}},
    {name: 'a known revision is kept', next: {lineage: 'l', revision: 2}, want: {revisions: [2, 1]}},
    {name: 'a list of revisions replaces them', next: {lineage: 'l', revisions: [2]}, want: {revisions: [2]}},
    {
      name: 'a plan keeps the resources of the release',
      next: {lineage: 'l', planned: [QUEUE]},
      want: {resources: [WEB], planned: [QUEUE]},
    },
    {
      name: 'another lineage starts again',
      next: {lineage: 'other', revision: 1},
      want: {revisions: [1], resources: [], planned: []},
    },
  ])('$name', async ({next, want}) => {
    const {note, read} = await place();
    await note({lineage: 'l', revision: 1, resources: [WEB]}, {lineage: 'l', revision: 2}, next);
    expect(read()).toMatchObject(want);
  });

  it('a file is written only if the names have changed', async () => {
    const {note, file} = await place();
    await note({lineage: 'l', revision: 1, resources: [WEB]});
    await utimes(await file(), 1, 1);
    await note({lineage: 'l', revision: 1, resources: [WEB]}, {lineage: 'l', revisions: [1]});
    expect((await stat(await file())).mtimeMs).toBe(1000);
    await note({lineage: 'l', revision: 2});
    expect((await stat(await file())).mtimeMs).toBeGreaterThan(1000);
  });

  it('the stacks with noted names are known by their backend', async () => {
    const {home, note, directory} = await place();
    expect(notedStacks(directory, 'backend')).toEqual([]);
    await note({lineage: 'l', revision: 1});
    await recentReleases(home, 'backend').note({...NAMES, workspace: 'test'}, {lineage: 'm', revision: 1});
    await recentReleases(home, 'other').note({...NAMES, stack: 'db'}, {lineage: 'n', revision: 1});
    expect(notedStacks(directory, 'backend')).toEqual(['shop/web']);
    expect(notedStacks(directory, 'other')).toEqual(['shop/db']);
  });

  it.each(['{"half', '[]', 'null', '{"formatVersion":1}', '{"formatVersion":2,"lineage":"l","revisions":[]}'])(
    'the broken file %s is ignored and replaced',
    async (text) => {
      const {note, read, file} = await place();
      await note({lineage: 'l', revision: 1});
      await writeFile(await file(), text);
      expect(read()).toBeUndefined();
      await note({lineage: 'l', revision: 2});
      expect(read()?.revisions).toEqual([2]);
    },
  );

  it('each backend and each workspace has names of its own', async () => {
    const {home, note, directory} = await place();
    await note({lineage: 'l', revision: 1});
    await recentReleases(home, 'other').note(NAMES, {lineage: 'm', revision: 5});
    expect(readRecent(directory, 'other', NAMES)?.revisions).toEqual([5]);
    expect(readRecent(directory, 'backend', NAMES)?.revisions).toEqual([1]);
    expect(readRecent(directory, 'backend', {...NAMES, workspace: 'dev'})).toBeUndefined();
  });

  it('files that were not written for a quarter of a year are removed', async () => {
    const {home, note, file, directory} = await place();
    await note({lineage: 'l', revision: 1});
    await utimes(await file(), 1, 1);
    await recentReleases(home, 'other').note(NAMES, {lineage: 'm', revision: 5});
    expect(await readdir(directory)).toHaveLength(1);
  });
});
