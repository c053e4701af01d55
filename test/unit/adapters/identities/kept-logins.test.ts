import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {systemClock} from '../../../../src/adapters/local/clock/system-clock.ts';
import {loginFile} from '../../../../src/adapters/oidc/login-files.ts';
import {oidcLogins} from '../../../../src/adapters/oidc/oidc-logins.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

const IDENTITY = {issuer: 'https://id.example', clientId: 'gantry', scopes: [], redirectPort: 0, token: 'id'} as const;

const open = (directory: string) =>
  oidcLogins({directory, env: {}, clock: systemClock, signal: new AbortController().signal});

it('a file in place of the login directory is an error and not a bug', async () => {
  const directory = join(await scratchDirectory(), 'logins');
  await writeFile(directory, '');
  const failure = {code: 'identity/not-kept', directory, detail: 'it is not a directory (ENOTDIR)'};
  await expect(open(directory).look(IDENTITY)).rejects.toMatchObject({failure});
  await expect(open(directory).credential(IDENTITY, 'prod')()).rejects.toMatchObject({failure});
  await expect(open(directory).logOutOfAll()).rejects.toMatchObject({failure});
});

it('a directory in place of a login file is an error', async () => {
  const directory = await scratchDirectory();
  await mkdir(loginFile(directory, IDENTITY));
  await expect(open(directory).look(IDENTITY)).rejects.toMatchObject({
    failure: {code: 'identity/not-kept', detail: 'a directory exists in place of a login file (EISDIR)'},
  });
});
