import {chmod, mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {examineHome} from '../../../../src/app/doctor/examine-home.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

const mayDoAnything = process.getuid?.() === 0;

describe('the home directory', () => {
  it('a home directory of this user only passes', async () => {
    const home = await scratchDirectory();
    await chmod(home, 0o700);
    expect(await examineHome(home)).toEqual({kind: 'home', outcome: 'passed', found: `${home}, 0700`});
  });

  it('a missing home directory is created at first use', async () => {
    const home = join(await scratchDirectory(), 'a', 'b');
    expect(await examineHome(home)).toMatchObject({outcome: 'passed', found: `${home}, created at first use`});
  });

  it('a home directory that other users can read is a warning with the command to run', async () => {
    const home = await scratchDirectory();
    await chmod(home, 0o755);
    expect(await examineHome(home)).toMatchObject({
      outcome: 'warning',
      message: expect.stringContaining(`chmod 0700 ${home}`),
    });
  });

  it.skipIf(mayDoAnything)(
    'a home directory without write permission is a warning, also if it does not exist yet',
    async () => {
      const above = await scratchDirectory();
      await mkdir(join(above, 'home'));
      for (const directory of [join(above, 'home'), above]) await chmod(directory, 0o500);
      for (const home of [join(above, 'home'), join(above, 'other', 'home')])
        expect(await examineHome(home)).toMatchObject({
          outcome: 'warning',
          message: expect.stringContaining('Set GANTRY_HOME'),
        });
      await chmod(above, 0o700);
    },
  );
});
