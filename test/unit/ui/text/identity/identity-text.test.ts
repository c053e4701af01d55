import {describe, expect, it} from 'vitest';
import type {WhoAmI} from '../../../../../src/app/identity/who-am-i.ts';
import type {CheckedWorkspace} from '../../../../../src/app/workspace/workspace-check.ts';
import {
  canIText,
  loggedInText,
  loggedOutText,
  permissionsText,
  whoAmIText,
} from '../../../../../src/ui/text/identity/identity-text.ts';
import {explanationText} from '../../../../../src/ui/text/workspace/explain-text.ts';
import {checkText} from '../../../../../src/ui/text/workspace/workspace-check-text.ts';
import {plainStyle} from '../../plain-style.ts';

const ISSUER = 'https://id.example.com';
const WHO: WhoAmI = {
  formatVersion: 1,
  workspace: 'prod',
  from: '-w',
  server: 'https://prod:6443',
  source: 'context.kubeconfig_path',
  user: {username: 'oidc:jane', groups: ['oidc:devs', 'system:authenticated'], extra: {}},
  credentials: [{kind: 'token', until: '2026-05-04T12:05:00.000Z'}],
};
const login = {
  issuer: ISSUER,
  clientId: 'gantry',
  subject: '42',
  name: 'jane',
  since: '2026-05-04T11:00:00Z',
  until: '2026-05-04T12:05:00Z',
  renewable: true,
};

describe('the text of gantry whoami', () => {
  it('whoami shows the identity, the credential and its expiry', () =>
    expect(whoAmIText({...WHO, kubeconfigUser: 'admin'}, plainStyle).split('\n')).toEqual([
      'User        oidc:jane',
      'Groups      oidc:devs, system:authenticated',
      'Server      https://prod:6443',
      'Workspace   prod (from -w)',
      'Credential  a token, until 2026-05-04T12:05:00.000Z (5m left)',
      'Kubeconfig  context.kubeconfig_path, user admin',
      '',
    ]));

  it.each([
    {until: '2036-05-04T12:00:00Z', says: '(3653 days left)'},
    {until: '2026-05-06T11:00:00Z', says: '(47h 0m left)'},
    {until: '2026-05-04T12:00:00Z', says: '(expired)'},
  ])('whoami shows a certificate until $until as $says', ({until, says}) =>
    expect(whoAmIText({...WHO, credentials: [{kind: 'certificate', until}]}, plainStyle)).toContain(says),
  );

  it('whoami names a login, a token of a pipeline, or no credential', () => {
    const by = (who: Partial<WhoAmI>): string | undefined =>
      /Credential +(.*)/.exec(whoAmIText({...WHO, ...who}, plainStyle))?.[1];
    const identity = {issuer: ISSUER, clientId: 'gantry'};
    expect(by({identity: {...identity, token: {kind: 'login', login}}})).toBe(
      `your login as jane, of ${ISSUER}, until 2026-05-04T12:05:00.000Z (5m left), renewed automatically`,
    );
    expect(by({identity: {...identity, token: {kind: 'environment', variable: 'CI_TOKEN'}}})).toMatch(
      /^the token in CI_TOKEN, of/,
    );
    expect(by({credentials: []})).toBe('none: no credential is sent to the server');
  });

  it('whoami escapes control characters in the answer of the server', () => {
    const user = {username: 'a\u001b[2J', groups: ['g\r'], extra: {'key\u001b]0;x\u0007': ['v\u001b[1A']}};
    // oxlint-disable-next-line no-control-regex
    expect(whoAmIText({...WHO, user}, plainStyle)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});

describe('the text of gantry can-i', () => {
  const about = {formatVersion: 1, workspace: 'prod', server: 'https://prod:6443', remarks: []} as const;

  it('the text of can-i begins with yes or no and repeats the question', () => {
    const asked = {verb: 'get', group: 'apps', resource: 'deployments', subresource: 'scale', namespace: 'shop'};
    expect(canIText({...about, asked, allowed: true}, plainStyle)).toBe('yes  get deployments.apps/scale in shop\n');
    expect(
      canIText({...about, asked: {verb: 'get', path: '/version'}, allowed: false, problem: 'down'}, plainStyle),
    ).toBe('no  get /version (down)\n');
  });

  it('the text of can-i --list is a table and says when it is incomplete', () => {
    const resources = [{verbs: ['get'], groups: ['', 'apps'], resources: ['things'], names: ['one']}];
    const rights = {...about, namespace: 'shop', resources, paths: [], incomplete: true};
    expect(permissionsText(rights, plainStyle).split('\n')).toEqual([
      'Your permissions in the namespace shop:',
      'RESOURCES            NAMES  VERBS',
      'things, things.apps  one    get',
      'There may be more permissions: the server could not list all of them.',
      '',
    ]);
  });
});

describe('the text of a login', () => {
  it('a login shows the workspaces that it is for, and its expiry', () =>
    expect(loggedInText({formatVersion: 1, workspace: 'prod', from: '-w', login}, plainStyle).split('\n')).toEqual([
      'You are logged in as jane, for prod and every other workspace with the same issuer and client.',
      `Issuer  ${ISSUER}`,
      'Client  gantry',
      'Token   until 2026-05-04T12:05:00Z (5m left), renewed automatically',
      '',
    ]));

  it('a logout without a login says so', () =>
    expect(loggedOutText({formatVersion: 1, workspace: 'prod', logins: []})).toBe(
      'You were not logged in for the workspace prod.\n',
    ));

  it('a login replaces the user of the kubeconfig in workspace explain', () => {
    const workspace = {name: 'prod', from: '-w', place: 'file', file: 'w.yaml', suspended: false} as const;
    const kubeconfig = {field: 'context.kubeconfig_path', from: 'files', files: ['/k'], user: 'admin'} as const;
    const source = {kind: 'context', file: 'w.yaml', line: 2, key: 'issuer'} as const;
    const values = [{name: 'identity.oidc.issuer', value: ISSUER, source, shadowed: []}];
    const text = explanationText({formatVersion: 1, workspace, kubeconfig, values, diagnostics: []}, plainStyle);
    expect(text).toContain(`who has logged in at ${ISSUER}\n`);
    expect(text).not.toContain('admin');
  });
});

it('the remarks on a workspace are in one line without full stops between them', () => {
  const one: CheckedWorkspace = {
    name: 'prod',
    place: 'file',
    file: 'workspaces/prod.yaml',
    outcome: 'failed',
    suspended: true,
    labels: {},
    diagnostics: [],
    checks: [
      {kind: 'cluster', outcome: 'failed', failure: {code: 'credential/none', workspace: 'prod', issuer: ISSUER}},
      {kind: 'store', name: 'default', outcome: 'warning', message: 'it may not say'},
    ],
  };
  const text = checkText(
    {formatVersion: 1, workspaces: [one, {...one, name: 'stage', outcome: 'passed', checks: []}]},
    plainStyle,
  );
  expect(text).toMatch(/^prod +failed .*suspended; You are not logged in at [^;]*requires; it may not say$/m);
  expect(text).toMatch(/^1 of 2 workspaces failed\.$/m);
});
