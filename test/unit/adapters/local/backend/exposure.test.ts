import {chmod, mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {localBackend} from '../../../../../src/adapters/local/backend/local-backend.ts';
import {scratchDirectory} from '../../../../rig/scratch.ts';

it.skipIf(process.platform === 'win32').each([
  {name: 'for its owner alone', file: 0o600, keys: 0o700, says: undefined},
  {name: 'for its group, too', file: 0o640, keys: 0o750, says: undefined},
  {name: 'for everybody, in a directory that nobody else enters', file: 0o644, keys: 0o700, says: undefined},
  {name: 'for everybody', file: 0o644, keys: 0o755, says: 'can read'},
  {name: 'for everybody to write', file: 0o602, keys: 0o701, says: 'can replace'},
  {name: 'in a directory where everybody may put another', file: 0o600, keys: 0o777, says: 'can replace'},
])('a key $name is reported as exposed', async ({file, keys, says}) => {
  const root = await scratchDirectory();
  await chmod(root, 0o755);
  const directory = join(root, 'keys');
  await mkdir(directory);
  await writeFile(join(directory, 'hmac'), '{}');
  await chmod(join(directory, 'hmac'), file);
  await chmod(directory, keys);
  const found = await localBackend({directory: root}).exposure?.('keys/hmac');
  if (says === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(`${says} ${join(directory, 'hmac')}`);
});

it('a missing key is not exposed', async () => {
  expect(await localBackend({directory: await scratchDirectory()}).exposure?.('keys/hmac')).toBeUndefined();
});
