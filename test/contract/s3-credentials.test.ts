import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {fakeS3} from '../rig/fake-s3.ts';
import {startGantry} from '../rig/program.ts';
import {withService} from '../rig/s3.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {acquireService} from '../services/for-tests.ts';

const SECRETS = ['the-secret-access-key', 'the-session-token', 'the-web-identity-token'];
const KEYS = {AWS_ACCESS_KEY_ID: 'AKIAENVIRONMENT', AWS_SECRET_ACCESS_KEY: 'the-secret-access-key'};
const ROLE = 'arn:aws:iam::123456789012:role/gantry';

type Case = {
  readonly name: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Below ~/.aws. */
  readonly files?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** The access key that signs; of STS nobody knows it beforehand. */
  readonly signs: RegExp;
  readonly token?: RegExp;
};

const profile = (name: string, key: string): string =>
  `[${name}]\naws_access_key_id = ${key}\naws_secret_access_key = the-secret-access-key\n`;

/** Each in a process of its own: the SDK reads the environment, the home and the files of the process. */
const CASES: readonly Case[] = [
  {name: 'the environment', env: KEYS, signs: /AKIAENVIRONMENT/},
  {
    name: 'the environment, with a session token',
    env: {...KEYS, AWS_SESSION_TOKEN: 'the-session-token'},
    signs: /AKIAENVIRONMENT/,
    token: /^the-session-token$/,
  },
  {name: 'the default profile', files: {credentials: profile('default', 'AKIADEFAULT')}, signs: /AKIADEFAULT/},
  {
    name: 'AWS_PROFILE, before the environment',
    env: {...KEYS, AWS_PROFILE: 'prod'},
    files: {credentials: profile('default', 'AKIADEFAULT') + profile('prod', 'AKIAPROD')},
    signs: /AKIAPROD/,
  },
  {
    name: 'the profile of the backend, before AWS_PROFILE',
    env: {AWS_PROFILE: 'other'},
    query: '&profile=prod',
    files: {credentials: profile('other', 'AKIAOTHER') + profile('prod', 'AKIAPROD')},
    signs: /AKIAPROD/,
  },
  {
    name: 'a program that a profile names',
    files: {
      config: `[default]\ncredential_process = echo '{"Version":1,"AccessKeyId":"AKIAPROCESS","SecretAccessKey":"the-secret-access-key"}'\n`,
    },
    signs: /AKIAPROCESS/,
  },
  {
    name: 'a role that a profile assumes',
    env: {AWS_PROFILE: 'role'},
    files: {
      credentials: profile('base', 'AKIABASE'),
      config: `[profile role]\nrole_arn = ${ROLE}\nsource_profile = base\nregion = us-east-1\n`,
    },
    signs: /Credential=ASIA/,
    token: /./,
  },
  {
    name: 'the web identity of a pipeline',
    env: {AWS_ROLE_ARN: ROLE, AWS_WEB_IDENTITY_TOKEN_FILE: '~/.aws/token'},
    files: {token: 'the-web-identity-token'},
    signs: /Credential=ASIA/,
    token: /./,
  },
];

await withService('moto', 'the chain of credentials', () => {
  it.each(CASES)('$name', {timeout: 60_000}, async ({env = {}, files = {}, query = '', signs, token}) => {
    const [fake, home, sts] = [await fakeS3(), await scratchDirectory(), await acquireService('moto')];
    if (sts.kind === 'missing') throw new Error(sts.reason);
    await mkdir(join(home, '.aws'));
    for (const [file, text] of Object.entries(files)) await writeFile(join(home, '.aws', file), text);
    const atHome = Object.entries(env).map(([name, value]) => [name, value.replace('~', home)]);
    const url = `s3://team-state?endpoint=${fake.endpoint}&region=us-east-1${query}`;
    const {ended} = startGantry({dir: home, home}, ['workspace', 'list', '--backend', url, '--insecure', '-v'], {
      AWS_ENDPOINT_URL_STS: sts.service.endpoint,
      AWS_REGION: 'us-east-1',
      AWS_EC2_METADATA_DISABLED: 'true',
      ...Object.fromEntries(atHome),
    });
    const {code, stdout, stderr} = await ended;
    expect(code, stderr).toBe(0);
    expect(fake.asked.length).toBeGreaterThan(0);
    const headers: Readonly<Record<string, unknown>> = fake.asked[0]?.headers ?? {};
    expect(headers['authorization']).toMatch(signs);
    if (token === undefined) expect(headers['x-amz-security-token']).toBeUndefined();
    else expect(headers['x-amz-security-token']).toMatch(token);
    for (const secret of SECRETS) expect(stdout + stderr).not.toContain(secret);
  });

  it.each([
    {name: 'no credentials at all', env: {}, says: 'no credentials were found'},
    {name: 'a profile that is not there', env: {AWS_PROFILE: 'nobody'}, says: 'nobody'},
    {
      name: 'a token file that is not there',
      env: {AWS_ROLE_ARN: ROLE, AWS_WEB_IDENTITY_TOKEN_FILE: '/none/token'},
      says: '/none/token',
    },
  ])('$name: exit 4, and what is missing', {timeout: 60_000}, async ({env, says}) => {
    const [fake, home] = [await fakeS3(), await scratchDirectory()];
    const url = `s3://team-state?endpoint=${fake.endpoint}&region=us-east-1`;
    const more = {AWS_EC2_METADATA_DISABLED: 'true', ...env};
    const {ended} = startGantry({dir: home, home}, ['workspace', 'list', '--backend', url, '--insecure'], more);
    const {code, stderr} = await ended;
    expect(code, stderr).toBe(4);
    expect(stderr).toContain(says);
    expect(fake.asked).toEqual([]);
  });

  it('a profile names region and endpoint, and leads nowhere without TLS unless that is permitted', {
    timeout: 60_000,
  }, async () => {
    const [fake, home] = [await fakeS3(), await scratchDirectory()];
    await mkdir(join(home, '.aws'));
    await writeFile(join(home, '.aws', 'config'), `[default]\nregion = eu-west-3\nendpoint_url = ${fake.endpoint}\n`);
    await writeFile(join(home, '.aws', 'credentials'), profile('default', 'AKIADEFAULT'));
    const list = (...flags: string[]) =>
      startGantry({dir: home, home}, ['workspace', 'list', '--backend', 's3://team-state', ...flags]).ended;
    const refused = await list();
    expect(refused.code, refused.stderr).toBe(3);
    expect(refused.stderr).toContain('--insecure');
    expect(fake.asked).toEqual([]);
    const permitted = await list('--insecure');
    expect(permitted.code, permitted.stderr).toBe(0);
    expect(fake.asked[0]?.headers['authorization']).toContain('/eu-west-3/s3/');
  });
});
