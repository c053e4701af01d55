import {randomUUID} from 'node:crypto';
import {expect, it} from 'vitest';
import {awsKmsDescriptor} from '../../src/adapters/aws/key-wrapper/aws-kms-descriptor.ts';
import {Secret} from '../../src/core/secret/secret.ts';
import {type Answer, type Asked, httpDouble} from '../rig/doubles/http-double.ts';
import {askMoto, kmsKey} from '../rig/kms.ts';
import {withService} from '../rig/s3.ts';
import {acquireService} from '../services/for-tests.ts';
import {depsWith, keyWrapperContract, wrapped} from './key-wrapper.ts';

const ENV = {AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'canary-key', AWS_REGION: 'us-east-1'};

async function kms() {
  const acquired = await acquireService('moto');
  if (acquired.kind === 'missing') throw new Error(acquired.reason);
  const {endpoint} = acquired.service;
  const open = (key: string, context?: Readonly<Record<string, string>>) =>
    awsKmsDescriptor.open({kind: 'awsKms', key, endpoint, ...(context && {context})}, depsWith(ENV));
  return {endpoint, open};
}

await withService('moto', 'AWS KMS', () => {
  keyWrapperContract('awsKms (on moto)', async () => {
    const {endpoint, open} = await kms();
    return {
      wrapper: open(await kmsKey(endpoint)),
      other: open(await kmsKey(endpoint)),
      missing: open(`arn:aws:kms:us-east-1:123456789012:key/${randomUUID()}`),
    };
  });

  it('an alias names a key, and another encryption context does not open', async () => {
    const {endpoint, open} = await kms();
    const alias = `alias/gantry-${randomUUID()}`;
    await askMoto(endpoint, 'CreateAlias', {AliasName: alias, TargetKeyId: await kmsKey(endpoint)});
    const {stored} = await wrapped(open(alias, {team: 'shop'}));
    expect(await open(alias, {team: 'shop'}).unwrap(stored)).toHaveProperty('reveal');
    for (const context of [undefined, {team: 'other'}])
      expect(await open(alias, context).unwrap(stored)).toMatchObject({because: expect.stringContaining('`context`')});
  });
});

/** The errors that moto does not return, from the API reference of Decrypt and from "Common Errors". */
it.each([
  {type: 'DisabledException', want: /disabled/},
  {type: 'KMSInvalidStateException', want: /scheduled for deletion/},
  {type: 'KeyUnavailableException', status: 500, want: /at the moment/},
  {type: 'InvalidKeyUsageException', want: /not for encryption/},
  {type: 'IncorrectKeyException', want: /did not encrypt this data key/},
  {type: 'AccessDeniedException', want: /permission to use the key/},
  {type: 'ExpiredTokenException', want: /credentials have expired/},
  {type: 'UnrecognizedClientException', want: /does not recognize the credentials/},
  {type: 'com.amazonaws.kms#ThrottlingException', want: /too many requests/},
])('AWS KMS explains $type, and repeats no text of the server', async ({type, status = 400, want}) => {
  const body = {__type: type, message: 'canary-of-the-message'};
  const {open} = await double(() => ({status, body}));
  const found = await open().unwrap({kind: 'awsKms', recipients: ['alias/shop'], wrapped: 'eA=='});
  expect(found).toMatchObject({because: expect.stringMatching(want)});
  expect(JSON.stringify(found)).not.toContain('canary');
});

it('AWS KMS that cuts the connection, or is another server, is explained', async () => {
  const stored = {kind: 'awsKms', recipients: ['alias/shop'], wrapped: 'eA=='};
  const {open, service} = await double(() => ({status: 200, body: '<html>canary</html>'}));
  expect(await open().unwrap(stored)).toMatchObject({because: expect.stringContaining('AWS refuses')});
  service.interfere = () => 'cut';
  expect(await open().unwrap(stored)).toMatchObject({because: expect.stringContaining('no response')});
});

it('requests to AWS KMS have the form of its documentation', async () => {
  const {open, service} = await double(() => ({status: 200, body: {Plaintext: Buffer.from('p').toString('base64')}}));
  const opened = await open().unwrap({kind: 'awsKms', recipients: ['alias/shop'], wrapped: 'eA=='});
  expect(opened instanceof Secret && opened.reveal()).toBe('p');
  const [{method, path, headers, body} = {}] = service.asked as readonly Partial<Asked>[];
  expect({method, path}).toEqual({method: 'POST', path: '/'});
  expect(headers).toMatchObject({
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'TrentService.Decrypt',
    authorization: expect.stringMatching(
      /^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d{8}\/us-east-1\/kms\/aws4_request, /,
    ),
  });
  expect(JSON.parse(body ?? '')).toEqual({
    KeyId: 'alias/shop',
    CiphertextBlob: 'eA==',
    EncryptionContext: {'gantry.dev/use': 'data-key'},
  });
  expect(service.asked).toHaveLength(1);
});

async function double(answer: () => Answer) {
  const service = await httpDouble(answer, {tls: false});
  const open = () => awsKmsDescriptor.open({kind: 'awsKms', key: 'alias/shop', endpoint: service.url}, depsWith(ENV));
  return {service, open};
}
