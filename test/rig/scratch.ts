import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {atEndOfTest} from './end-of-test.ts';

/** An empty directory that is gone when the test is over. */
export async function scratchDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'gantry-test-'));
  atEndOfTest(() => rm(directory, {recursive: true, force: true}));
  return directory;
}
