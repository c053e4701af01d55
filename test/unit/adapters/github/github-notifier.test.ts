import {expect, it} from 'vitest';
import {githubApi} from '../../../../src/adapters/github/notifier/github-api.ts';
import {githubNotifier} from '../../../../src/adapters/github/notifier/github-notifier.ts';
import {requestSender} from '../../../../src/app/notify/send-request.ts';
import type {Message} from '../../../../src/core/notify/notification.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';
import {type GithubIssues, githubIssues} from '../../../rig/doubles/github-issues.ts';

const drift: Message = {
  outcome: 'drift',
  subject: 'drift',
  isChange: true,
  command: 'drift',
  project: 'shop',
  stack: 'web',
  workspace: 'prod',
  title: 'shop/web in prod has drifted',
  details: '',
  text: 'changed: v1:ConfigMap:a',
  time: '2026-01-01T00:00:00Z',
  digest: 'one',
};
const ended: Message = {...drift, outcome: 'recovered', text: 'as released again', digest: ''};

/** Opens the target again for each message, as each run does. */
const sender =
  ({double}: GithubIssues) =>
  (message: Message) => {
    const clock = {now: () => new Date(0), monotonic: () => 0, sleep: async () => undefined};
    const token = new Secret('issues-token-of-the-test');
    const repository = {repository: 'acme/shop', server: double.url, label: 'gantry', token};
    return githubNotifier(githubApi(repository, requestSender({env: {}, clock}))).send(message);
  };

const world = async (options?: Parameters<typeof githubIssues>[0]) => {
  const github = await githubIssues(options);
  return {...github, send: sender(github)};
};

it('drift opens one issue, the same drift writes nothing, other drift updates it, and its end closes it', async () => {
  const {issues, double, send} = await world();
  expect(await send(drift)).toBeUndefined();
  expect(issues).toMatchObject([{title: drift.title, state: 'open', labels: ['gantry'], comments: []}]);
  const before = double.asked.length;
  await send(drift);
  expect(double.asked.slice(before).map(({method}) => method)).toEqual(['GET']);
  await send({...drift, digest: 'two', text: 'changed: v1:ConfigMap:b'});
  expect(issues).toMatchObject([{comments: ['changed: v1:ConfigMap:b'], state: 'open'}]);
  await send(ended);
  expect(issues).toMatchObject([{state: 'closed', comments: [expect.anything(), 'as released again']}]);
  await send(ended);
  await send(drift);
  expect(issues.map(({state}) => state)).toEqual(['closed', 'open']);
});

it('each stack, workspace and subject has an issue of its own', async () => {
  const {issues, send} = await world();
  for (const other of [{}, {stack: 'api'}, {workspace: 'staging'}, {subject: 'release'}] as const)
    await send({...drift, ...other});
  expect(issues).toHaveLength(4);
  await send({...ended, stack: 'api'});
  expect(issues.map(({state}) => state)).toEqual(['open', 'closed', 'open', 'open']);
});

it('a lost response does not open a second issue', async () => {
  const {issues, double, send} = await world();
  double.interfere = ({method, body}) => {
    if (method !== 'POST') return undefined;
    double.interfere = undefined;
    const {title, body: text} = JSON.parse(body) as {title: string; body: string};
    issues.push({
      number: 1,
      title,
      body: text,
      state: 'open',
      labels: ['gantry'],
      user: {type: 'Bot'},
      author_association: 'NONE',
      comments: [],
    });
    return 'cut';
  };
  expect(await send(drift)).toBeUndefined();
  expect(issues).toHaveLength(1);
});

it('the later of two issues that concurrent runs open is closed', async () => {
  const {issues, add, double, send} = await world();
  double.interfere = ({method, body}) => {
    if (method !== 'POST') return undefined;
    double.interfere = undefined;
    add({...(JSON.parse(body) as object), user: {type: 'Bot'}});
    return undefined;
  };
  expect(await send(drift)).toBeUndefined();
  expect(issues.map(({state}) => state)).toEqual(['open', 'closed']);
});

it('an issue without its label is found, and one of a stranger with the same marker is not used', async () => {
  const {issues, add, send} = await world();
  await send(drift);
  const [own] = issues;
  if (own !== undefined) Object.assign(own, {labels: []});
  add({body: own?.body ?? '', labels: ['gantry'], title: 'of a stranger'});
  await send({...drift, digest: 'two'});
  expect(issues.map(({comments}) => comments.length)).toEqual([1, 0]);
});

it('a token that cannot set labels is a remark, and the next run finds the issue', async () => {
  const {issues, send} = await world({setsLabels: false});
  expect(await send(drift)).toEqual({remark: expect.stringContaining('cannot set labels') as string});
  expect(await send(drift)).toBeUndefined();
  expect(issues).toHaveLength(1);
});

it.each([
  {title: 'null as the new issue', of: 'POST', body: null, sent: {problem: 'the response is not an issue'}},
  {title: 'null in a list', of: 'GET', body: [null], sent: undefined},
  {title: 'null as user and label', of: 'GET', body: [{number: 7, user: null, labels: [null]}], sent: undefined},
])('a strange response never throws: $title', async ({of, body, sent}) => {
  const {double, send} = await world();
  double.interfere = ({method}) => (method === of ? {status: 200, body: JSON.stringify(body)} : undefined);
  expect(await send(drift)).toEqual(sent);
});

it('a refused token is a problem that names only the server', async () => {
  const {double} = await githubIssues();
  const clock = {now: () => new Date(0), monotonic: () => 0, sleep: async () => undefined};
  const repository = {repository: 'acme/shop', server: double.url, label: 'gantry', token: new Secret('other-token')};
  const outcome = await githubNotifier(githubApi(repository, requestSender({env: {}, clock}))).send(drift);
  expect(outcome).toEqual({problem: `${new URL(double.url).host} refuses the credential (HTTP 401)`});
});

it('text of objects makes neither markup nor mentions nor references in an issue', async () => {
  const {double} = await githubIssues();
  const repository = {
    repository: 'acme/shop',
    server: double.url,
    label: 'gantry',
    token: new Secret('issues-token-of-the-test'),
  };
  const {escape} = githubNotifier(githubApi(repository, async () => ({problem: 'unused'})));
  expect(escape('@team #1 <img> [a](b) `x` <!-- c -->')).toBe(
    '@<!-- -->team #<!-- -->1 &lt;img&gt; \\[a\\]\\(b\\) \\`x\\` &lt;!-- c --&gt;',
  );
});
