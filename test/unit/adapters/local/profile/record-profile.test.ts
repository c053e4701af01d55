import {join} from 'node:path';
import {expect, it} from 'vitest';
import {systemClock} from '../../../../../src/adapters/local/clock/system-clock.ts';
import {recordProfile} from '../../../../../src/adapters/local/profile/record-profile.ts';
import {scratchDirectory} from '../../../../rig/scratch.ts';

it('a profile that cannot be written is a warning with its reason', async () => {
  const file = join(await scratchDirectory(), 'gone', 'trace.json');
  expect(await recordProfile(file, systemClock).end(0)).toMatch(/^the profile could not be written: ENOENT/);
});
