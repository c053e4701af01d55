import {createHmac} from 'node:crypto';
import {expect, it} from 'vitest';
import {webhookNotifier} from '../../../../src/adapters/webhook/notifier/webhook-notifier.ts';
import {requestSender} from '../../../../src/app/notify/send-request.ts';
import type {Message} from '../../../../src/core/notify/notification.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';
import {NotificationOutput} from '../../../../src/ui/output/notification-output.ts';
import {httpDouble} from '../../../rig/doubles/http-double.ts';

const message: Message = {
  outcome: 'failed',
  subject: 'release',
  isChange: true,
  command: 'apply',
  project: 'shop',
  stack: 'web',
  workspace: 'prod',
  title: 'apply of shop/web in prod failed',
  details: 'failed: v1:ConfigMap:a',
  text: 'apply of shop/web in prod failed',
  time: '2026-01-01T00:00:00.000Z',
  revision: 4,
  code: 'apply/partial',
  digest: 'abc',
};
const clock = {now: () => new Date(0), monotonic: () => 0, sleep: async () => undefined};
const http = requestSender({env: {}, clock});

it('a webhook gets a document of the schema, with a token and a signature of exactly its bytes', async () => {
  const double = await httpDouble(() => ({status: 204, body: ''}));
  const [url, token, signingKey] = [new Secret(`${double.url}/hook`), new Secret('token-1'), new Secret('key-1')];
  expect(await webhookNotifier({url, token, signingKey, ca: double.ca}, {http}).send(message)).toBeUndefined();
  const [asked] = double.asked;
  expect(asked?.headers).toMatchObject({authorization: 'Bearer token-1', 'content-type': 'application/json'});
  const body = asked?.body ?? '';
  expect(asked?.headers['gantry-signature']).toBe(`sha256=${createHmac('sha256', 'key-1').update(body).digest('hex')}`);
  expect(NotificationOutput.parse(JSON.parse(body))).toMatchObject({outcome: 'failed', stack: 'web', revision: 4});
});

it('a certificate of an unknown authority is refused', async () => {
  const double = await httpDouble(() => ({status: 200, body: ''}));
  const url = new Secret(double.url);
  const outcome = await webhookNotifier({url, token: undefined, signingKey: undefined, ca: undefined}, {http}).send(
    message,
  );
  expect(outcome).toEqual({problem: expect.stringContaining('authority that this machine does not trust') as string});
  expect(double.asked).toEqual([]);
});

it('a repeated request has the same id, so that a receiver recognises it', async () => {
  const double = await httpDouble(() => ({status: 200, body: ''}), {tls: false});
  double.interfere = () => {
    double.interfere = undefined;
    return {status: 503, body: ''};
  };
  const url = new Secret(double.url);
  await webhookNotifier({url, token: undefined, signingKey: undefined, ca: undefined}, {http}).send(message);
  const [first, second] = double.asked.map(({body}) => body);
  expect(second).toBe(first);
});

it('a reference that resolves to an address without TLS is not used', async () => {
  const url = new Secret('http://alerts.example/s3cret');
  const outcome = await webhookNotifier({url, token: undefined, signingKey: undefined, ca: undefined}, {http}).send(
    message,
  );
  expect(JSON.stringify(outcome)).toContain('use https');
  expect(JSON.stringify(outcome)).not.toContain('s3cret');
});
