import {spawnSync} from 'node:child_process';
import {readdir, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {withLoginLock} from '../../../../src/adapters/oidc/login-lock.ts';
import {ownProcess} from '../../../../src/lib/process-identity.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

describe('the lock of a login', () => {
  it('the login lock admits one process at a time and leaves nothing behind', async () => {
    const directory = await scratchDirectory();
    const file = join(directory, 'login.json');
    let [inside, most, done] = [0, 0, 0];
    const work = () =>
      withLoginLock(file, async () => {
        most = Math.max(most, ++inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside--;
        done++;
      });
    await Promise.all(Array.from({length: 12}, work));
    expect({most, done}).toEqual({most: 1, done: 12});
    expect(await readdir(directory)).toEqual([]);
  });

  it('the login lock is free after its work fails', async () => {
    const file = join(await scratchDirectory(), 'login.json');
    await expect(withLoginLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withLoginLock(file, async () => 'next')).toBe('next');
  });

  it.skipIf(process.platform !== 'linux')(
    'exactly one of many processes takes the login lock of a dead process',
    async () => {
      const directory = await scratchDirectory();
      const file = join(directory, 'login.json');
      const {pid} = spawnSync(process.execPath, ['-e', '']);
      await writeFile(`${file}.lock`, JSON.stringify({...ownProcess(), pid, start: '1'}));
      let [inside, most] = [0, 0];
      const work = () =>
        withLoginLock(file, async () => {
          most = Math.max(most, ++inside);
          await new Promise((resolve) => setImmediate(resolve));
          inside--;
        });
      await Promise.all([work(), work(), work()]);
      expect(most).toBe(1);
      expect(await readdir(directory)).toEqual([]);
    },
  );

  it('the login lock is taken from an unknown holder after its time is over', async () => {
    const file = join(await scratchDirectory(), 'login.json');
    await writeFile(`${file}.lock`, 'not ours');
    const old = new Date(Date.now() - 120_000);
    await utimes(`${file}.lock`, old, old);
    expect(await withLoginLock(file, async () => 'in')).toBe('in');
  });
});
