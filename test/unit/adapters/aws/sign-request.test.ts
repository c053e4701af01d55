import {GetSecretValueCommand, SecretsManagerClient} from '@aws-sdk/client-secrets-manager';
import {expect, it} from 'vitest';
import {signRequest} from '../../../../src/adapters/aws/login/sign-request.ts';
import {httpDouble} from '../../../rig/doubles/http-double.ts';

it.each([
  {title: 'a key pair', identity: {accessKeyId: 'AKIATEST', secretAccessKey: 'canary-key'}},
  {
    title: 'a session',
    identity: {accessKeyId: 'ASIATEST', secretAccessKey: 'canary-key', sessionToken: 'canary/token=='},
  },
])('a request is signed with $title as the SDK of Amazon signs it', async ({identity}) => {
  const double = await httpDouble(() => ({status: 200, body: {SecretString: 'x'}}), {tls: false});
  const client = new SecretsManagerClient({region: 'eu-west-1', endpoint: double.url, credentials: identity});
  await client.send(new GetSecretValueCommand({SecretId: 'db'}));
  const [asked] = double.asked;
  if (asked === undefined) throw new Error('no request was sent');
  const {method, headers, body} = asked;
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1]?.split(';') ?? [];
  expect(names).toContain('host');
  const own = ['host', 'x-amz-date', 'x-amz-security-token'];
  const signed = names.filter((name) => !own.includes(name)).map((name) => [name, String(headers[name])]);
  const time = String(headers['x-amz-date']).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const request = {method, url: `${double.url}/`, headers: Object.fromEntries(signed) as Record<string, string>, body};
  const made = signRequest(request, {identity, region: 'eu-west-1', service: 'secretsmanager', at: new Date(time)});
  expect(made['authorization']).toBe(headers.authorization);
});
