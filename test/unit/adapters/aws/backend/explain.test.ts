import {describe, expect, it} from 'vitest';
import {GantryError} from '../../../../../src/core/failure/failure.ts';
import {failureText} from '../../../../../src/ui/failure-text.ts';
import {type FakeS3, fakeS3, type Twist} from '../../../../rig/fake-s3.ts';
import {backendOn} from '../../../../rig/fake-s3-backend.ts';

const SECRET = 'the-secret-access-key';

const said = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof GantryError)) throw new Error(`no failure: ${String(error)}`);
  const {message, hint} = failureText(error.failure);
  return {code: error.failure.code, text: `${message}\n${hint ?? ''}`};
};

type Case = {readonly name: string; readonly twist: Twist; readonly code: string; readonly says: readonly string[]};

const CASES: readonly Case[] = [
  {
    name: 'a bucket that is not there',
    twist: {status: 404, code: 'NoSuchBucket'},
    code: 'backend/unusable',
    says: ['the bucket team-state does not exist', 'Create the bucket'],
  },
  {
    name: 'a bucket of another region, which the answer names',
    twist: {status: 301, code: 'PermanentRedirect', headers: {'x-amz-bucket-region': 'eu-central-1'}},
    code: 'backend/unusable',
    says: ['in the region eu-central-1, not in us-east-1', 'region=eu-central-1'],
  },
  {
    name: 'a bucket that has just been made elsewhere',
    twist: {status: 307, code: 'TemporaryRedirect', headers: {location: 'https://elsewhere.example/'}},
    code: 'backend/unusable',
    says: ['not in the region us-east-1', 'Set its region'],
  },
  {
    name: 'a signature for another region',
    twist: {status: 400, code: 'AuthorizationHeaderMalformed', xml: '<Region>eu-west-3</Region>'},
    code: 'backend/unusable',
    says: ['in the region eu-west-3'],
  },
  {
    name: 'a right that is missing',
    twist: {status: 403, code: 'AccessDenied'},
    code: 'backend/denied',
    says: ['denied s3:GetObject', 'team-state/a/key', 'docs/guides/backends.md'],
  },
  {
    name: 'a token that is expired',
    twist: {status: 400, code: 'ExpiredToken'},
    code: 'backend/credential',
    says: ['the session token has expired', 'Log in again'],
  },
  {
    name: 'an access key that is not known',
    twist: {status: 403, code: 'InvalidAccessKeyId'},
    code: 'backend/credential',
    says: ['the access key is unknown'],
  },
  {
    name: 'a secret of another access key',
    twist: {status: 403, code: 'SignatureDoesNotMatch', xml: `<StringToSign>${SECRET}</StringToSign>`},
    code: 'backend/credential',
    says: ['the secret access key does not belong to the access key'],
  },
  {
    name: 'a server that has something else to say',
    twist: {status: 400, code: 'SomethingElse'},
    code: 'backend/io',
    says: ['s3:GetObject', 'it responded with 400 SomethingElse'],
  },
];

describe('a refusal of S3', () => {
  it.each(CASES)('$name', async ({twist, code, says}) => {
    const fake = await fakeS3();
    fake.twist = () => twist;
    const failure = await said((await backendOn(fake)).get('a/key'));
    expect(failure.code).toBe(code);
    for (const words of says) expect(failure.text).toContain(words);
    expect(failure.text).not.toContain(SECRET);
  });

  it('a refused write names the permission to write', async () => {
    const fake = await fakeS3();
    fake.twist = ({method}) => (method === 'PUT' ? {status: 403, code: 'AccessDenied'} : undefined);
    const failure = await said((await backendOn(fake)).put('a/key', new Uint8Array(), undefined));
    expect(failure).toMatchObject({code: 'backend/denied'});
    expect(failure.text).toContain('s3:PutObject');
  });

  it('a refused listing names the bucket', async () => {
    const fake = await fakeS3();
    fake.twist = () => ({status: 403, code: 'AccessDenied'});
    expect((await said((await backendOn(fake)).list(''))).text).toContain('denied s3:ListBucket on team-state');
  });
});

describe('a wrong clock', () => {
  const dated = (offset: number): Twist => ({
    status: 403,
    code: 'RequestTimeTooSkewed',
    headers: {date: new Date(Date.now() + offset).toUTCString()},
  });

  it('a wrong clock is corrected by the time of the server, and the run continues', async () => {
    const fake = await fakeS3();
    const later = 45 * 60_000;
    const at = (text = ''): number =>
      Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    fake.twist = ({headers}) =>
      Math.abs(at(headers['x-amz-date']) - Date.now() - later) > 60_000 ? dated(later) : undefined;
    expect(await (await backendOn(fake)).get('a/key')).toBeUndefined();
    expect(fake.asked).toHaveLength(2);
  });

  it('a wrong clock is reported if the correction fails', async () => {
    const fake = await fakeS3();
    fake.twist = () => dated(0);
    expect((await said((await backendOn(fake)).get('a/key'))).text).toContain('the clock of this machine is wrong');
  });
});

describe('an endpoint that is not reached', () => {
  const at = (endpoint: string): Pick<FakeS3, 'endpoint'> => ({endpoint});

  it.each([
    {
      name: 'a name that nobody knows',
      endpoint: 'https://s3.invalid',
      code: 'backend/io',
      says: 'unknown (DNS)',
      look: 'Check the spelling',
    },
    {
      name: 'a port at which nobody listens',
      endpoint: 'http://127.0.0.1:1',
      code: 'backend/io',
      says: 'nothing listens',
      look: 'whether its server is running',
    },
  ])('$name', async ({endpoint, code, says, look}) => {
    const fake = await fakeS3();
    const failure = await said((await backendOn({...fake, ...at(endpoint)})).get('a/key'));
    expect(failure.code).toBe(code);
    expect(failure.text).toContain(says);
    expect(failure.text).toContain(look);
  });

  it('an endpoint without TLS behind an https address is reported', async () => {
    const fake = await fakeS3();
    const endpoint = fake.endpoint.replace('http:', 'https:');
    expect((await said((await backendOn({...fake, endpoint})).get('a/key'))).text).toContain('certificate');
  });
});
