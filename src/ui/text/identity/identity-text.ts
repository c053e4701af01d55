import type {CanI, ListedPermissions} from '../../../app/identity/can-i.ts';
import type {LoggedIn, LoginPrompt} from '../../../app/identity/log-in.ts';
import type {LoggedOut, LogOutResult} from '../../../app/identity/log-out.ts';
import type {WhoAmI} from '../../../app/identity/who-am-i.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {compareNaturally} from '../../../lib/compare-naturally.ts';
import {unreachable} from '../../../lib/unreachable.ts';
import {duration} from '../../duration.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {facts, table} from '../../table.ts';

/** Returns what the user has to do in a browser. */
export function loginPromptText(prompt: LoginPrompt, {paint}: Style): string {
  const address = printable(prompt.address);
  if (prompt.kind === 'device')
    return `Open ${paint.strong(address)} in any browser and enter the code ${paint.strong(printable(prompt.code))} within ${duration(prompt.seconds)}.\n`;
  return prompt.opened
    ? `Opening the login in your browser. If it does not open, go to\n  ${address}\n`
    : `Log in with a browser on this machine, at\n  ${address}\n`;
}

/** Returns the result of `gantry login`, without any token. */
export function loggedInText({workspace, login}: LoggedIn, style: Style): string {
  const {name, subject, issuer, clientId, until, renewable} = login;
  return `You are logged in as ${printable(name ?? subject)}, for ${printable(workspace)} and every other workspace with the same issuer and client.\n${facts(
    [
      ['Issuer', issuer],
      ['Client', clientId],
      ['Token', lifeText({until, renewable}, style)],
    ],
    style,
  )}`;
}

function lifeText(
  {until, renewable}: {readonly until: string | undefined; readonly renewable: boolean},
  {now}: Style,
): string {
  const after = renewable ? 'renewed automatically' : 'not renewed: log in again after that';
  return until === undefined ? after : `until ${until} (${left(until, now)}), ${after}`;
}

const DAY_S = 86_400;

function left(until: string, now: Date): string {
  const seconds = (Date.parse(until) - now.getTime()) / 1000;
  if (seconds > 2 * DAY_S) return `${Math.floor(seconds / DAY_S)} days left`;
  return seconds > 0 ? `${duration(seconds)} left` : 'expired';
}

/** Returns the result of `gantry logout`. */
export function loggedOutText({workspace, logins}: LogOutResult): string {
  if (logins.length > 0) return logins.map(oneLoggedOut).join('');
  return workspace === undefined
    ? 'You were not logged in.\n'
    : `You were not logged in for the workspace ${printable(workspace)}.\n`;
}

const oneLoggedOut = ({issuer, revoked, endSession}: LoggedOut): string =>
  [
    `You are logged out at ${printable(issuer)}${revoked ? ', and its tokens are revoked' : ''}.\n`,
    endSession === undefined
      ? ''
      : `Your browser may still be logged in there. To log out, open ${printable(endSession)}\n`,
  ].join('');

/** Returns a warning for each login whose tokens could not be revoked and are still valid. */
export const logoutWarnings = ({logins}: LogOutResult): readonly Diagnostic[] =>
  logins.flatMap(({issuer, revoked, because}): readonly Diagnostic[] =>
    revoked
      ? []
      : [
          {
            severity: 'warning',
            code: 'identity/not-revoked',
            message: `the tokens were deleted on this machine, but could not be revoked at ${issuer}: ${because ?? 'the reason is unknown'}`,
            hint: 'They stay valid until they expire.',
          },
        ],
  );

/** Returns the result of `gantry whoami`. Rows without a value are left out. */
export function whoAmIText(who: WhoAmI, style: Style): string {
  const {user, server, source, kubeconfigUser, impersonates, workspace, from} = who;
  return facts(
    [
      ['User', user === undefined ? 'not reported by the server' : user.username],
      ['Groups', user?.groups.join(', ')],
      ...Object.entries(user?.extra ?? {}).map(([name, values]) => [name, values.join(', ')] as const),
      ['Server', server],
      ['Workspace', `${workspace} (from ${from})`],
      ['Credential', credentialText(who, style)],
      ['Acts as', impersonates],
      ['Kubeconfig', kubeconfigUser === undefined ? source : `${source}, user ${kubeconfigUser}`],
    ],
    style,
  );
}

function credentialText({credentials, identity}: WhoAmI, style: Style): string {
  if (identity !== undefined) {
    const {issuer, token} = identity;
    const until = credentials.find(({kind}) => kind === 'token')?.until;
    return `${originText(token)}, of ${issuer}${endText(until, style)}${token.kind === 'login' && token.login?.renewable === true ? ', renewed automatically' : ''}`;
  }
  if (credentials.length === 0) return 'none: no credential is sent to the server';
  return credentials
    .map(({kind, until, issuer, username}) =>
      [KINDS[kind], username === undefined ? '' : ` of ${username}`, issuer === undefined ? '' : ` of ${issuer}`]
        .join('')
        .concat(endText(until, style)),
    )
    .join('; ');
}

const KINDS = {certificate: 'a client certificate', token: 'a token', password: 'a password'} as const;

const endText = (until: string | undefined, {now}: Style): string =>
  until === undefined ? '' : `, until ${until} (${left(until, now)})`;

type Origin = NonNullable<WhoAmI['identity']>['token'];

function originText(token: Origin): string {
  switch (token.kind) {
    case 'login':
      return token.login === undefined ? 'your login' : `your login as ${token.login.name ?? token.login.subject}`;
    case 'file':
      return `the token in ${token.path}`;
    case 'environment':
      return `the token in ${token.variable}`;
    case 'github':
      return 'the token of the GitHub job';
    default:
      return unreachable(token);
  }
}

/** Returns the result of `gantry can-i`. The first word is `yes` or `no`, so that `grep` can find it. */
export function canIText({allowed, asked, reason, problem}: CanI, {paint}: Style): string {
  const what =
    'path' in asked
      ? `${asked.verb} ${asked.path}`
      : `${asked.verb} ${asked.resource}${asked.group === '' || asked.group === '*' ? '' : `.${asked.group}`}${asked.subresource === undefined ? '' : `/${asked.subresource}`}${asked.name === undefined ? '' : ` ${asked.name}`}${asked.namespace === undefined ? '' : ` in ${asked.namespace}`}`;
  const why = [reason, problem].filter((one) => one !== undefined).join('; ');
  return `${allowed ? paint.good('yes') : paint.bad('no')}  ${printable(what)}${why === '' ? '' : paint.dim(` (${printable(why)})`)}\n`;
}

/** Returns warnings about the question, for example about a resource type that the server does not have. */
export const canIRemarks = ({remarks}: CanI): readonly Diagnostic[] =>
  remarks.map((message) => ({severity: 'warning', code: 'access/question', message}));

/** Returns the result of `gantry can-i --list`, sorted by resource. */
export function permissionsText(
  {resources, paths, namespace, incomplete, problem}: ListedPermissions,
  style: Style,
): string {
  const rows = [
    ...resources.map(({verbs, groups, resources: names, names: only}) => [
      names.flatMap((name) => groups.map((group) => (group === '' ? name : `${name}.${group}`))).join(', '),
      only.join(', '),
      verbs.join(', '),
    ]),
    ...paths.map(({verbs, paths: of}) => [of.join(', '), '', verbs.join(', ')]),
  ].toSorted(([a = ''], [b = '']) => compareNaturally(a, b));
  const missing = incomplete
    ? `There may be more permissions: the server could not list all of them${problem === undefined ? '' : ` (${printable(problem)})`}.\n`
    : '';
  return `${style.paint.dim(`Your permissions in the namespace ${printable(namespace)}:`)}\n${table(['RESOURCES', 'NAMES', 'VERBS'], rows, style)}${missing}`;
}
