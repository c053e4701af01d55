import {expect, it} from 'vitest';
import {sendNotifications} from '../../../../src/app/notify/send-notifications.ts';
import type {Notification} from '../../../../src/core/notify/notification.ts';
import {createRedactor} from '../../../../src/core/secret/redactor.ts';

const failed: Notification = {
  outcome: 'failed',
  subject: 'release',
  isChange: true,
  command: 'apply',
  project: 'shop',
  stack: 'web',
  workspace: 'prod',
  title: 'apply of shop/web in prod failed',
  details: '',
  time: '2026-01-01T00:00:00Z',
  digest: 'one',
};

it('an unexpected error of a target is a warning that does not quote it', async () => {
  const target = {
    name: 'ops',
    rules: {on: ['failed'], keepsState: false},
    template: '${title}',
    notifier: {escape: (value: string) => value, send: () => Promise.reject(new TypeError('token of a response'))},
  } as const;
  const sent = await sendNotifications(target, [failed], {redactor: createRedactor()});
  expect(sent).toMatchObject({isDelivered: false, warnings: [{severity: 'warning', code: 'notify/not-sent'}]});
  expect(JSON.stringify(sent)).toContain('the notification target ops was not notified: unexpected response');
  expect(JSON.stringify(sent)).not.toContain('token of a response');
});
