import {expect, it} from 'vitest';
import {tokenProblem} from '../../../../src/core/notify/holds-token.ts';

it.each([
  {url: 'https://hooks.slack.com/services/T0/B0/x', why: 'a hook of Slack'},
  {url: 'https://acme.webhook.office.com/webhookb2/x', why: 'a hook of Teams'},
  {url: 'https://api.telegram.org/bot1:x/sendMessage', why: 'a bot'},
  {url: 'https://ann@alerts.example/hook', why: 'a user'},
  {url: 'https://:hunter2@alerts.example/hook', why: 'a password'},
  {url: 'https://alerts.example/hook?key=hunter2', why: 'a query'},
  {url: 'https://alerts.example/hook#hunter2', why: 'a fragment'},
  {url: 'https://chat.example/hooks/8gd4ts9xqbnz5f1y7kq3rw', why: 'a random part of the path'},
])('an address with $why is refused without being quoted', ({url}) => {
  const problem = tokenProblem(url);
  expect(problem).toBeTypeOf('string');
  for (const part of url.split(/[/:?#@=]+/).filter((word) => word.length > 3 && !word.startsWith('http')))
    expect(problem).not.toContain(part);
});

it.each([
  'https://alerts.example/gantry',
  'https://alerts.example/api/v2/notifications/platform-engineering-team',
  'http://127.0.0.1:8080/hook',
  'https://notslack.com/services/a',
])('the address %s contains no token', (url) => expect(tokenProblem(url)).toBeUndefined());
