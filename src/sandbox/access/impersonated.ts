import {defined} from '../../lib/defined.ts';
import {AUTHENTICATED, OWNER, type User} from '../model/user.ts';

const UNAUTHENTICATED = 'system:unauthenticated';
const ANONYMOUS = 'system:anonymous';
const VERSION = 'authentication.k8s.io/v1';
const EXTRA = 'impersonate-extra-';

/** The header lines of a request, one entry per value, in the order of arrival. Values are not joined because a group name may contain a comma. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/**
 * Returns the user that a request impersonates (`kubectl --as`), or the owner if it impersonates nobody. The owner may impersonate
 * everybody.
 * `without`: the message for impersonated groups, extra fields or a uid without a user name, as Go prints it.
 */
export function impersonated(lines: HeaderLines): User | {readonly without: string} {
  const valuesOf = (wanted: string): readonly string[] =>
    lines.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
  const [username = ''] = valuesOf('impersonate-user');
  const groups = valuesOf('impersonate-group');
  const [uid = ''] = valuesOf('impersonate-uid');
  const extra = extraOf(lines);
  if (username !== '') {
    return {
      username,
      ...defined({uid: uid === '' ? undefined : uid}),
      groups: groupsOf(username, groups),
      ...defined({extra: extra.length === 0 ? undefined : Object.fromEntries(extra)}),
    };
  }
  const asked = [
    ...groups.map((group) => `{Group  ${group}    }`),
    ...extra.flatMap(([key, values]) => values.map((value) => `{UserExtra  ${value}  ${VERSION}  ${key}}`)),
    ...(uid === '' ? [] : [`{UID  ${uid}  ${VERSION}  }`]),
  ];
  return asked.length === 0 ? OWNER : {without: `requested [${asked.join(' ')}] without impersonating a user`};
}

function extraOf(lines: HeaderLines): readonly (readonly [key: string, values: readonly string[]])[] {
  const extra = new Map<string, string[]>();
  for (const [name, value] of lines) {
    const lower = name.toLowerCase();
    if (!lower.startsWith(EXTRA)) continue;
    const key = unescaped(lower.slice(EXTRA.length));
    extra.set(key, [...(extra.get(key) ?? []), value]);
  }
  return [...extra];
}

/** Decodes a key. A key with an invalid escape stays as it is. */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** Returns the requested groups and the groups that every such user has. */
function groupsOf(username: string, asked: readonly string[]): readonly string[] {
  const groups = asked.length === 0 ? accountGroups(username) : asked;
  if (username === ANONYMOUS) return groups.includes(UNAUTHENTICATED) ? groups : [...groups, UNAUTHENTICATED];
  return groups.includes(AUTHENTICATED) || groups.includes(UNAUTHENTICATED) ? groups : [...groups, AUTHENTICATED];
}

const LABEL = '[a-z0-9](?:[-a-z0-9]*[a-z0-9])?';
const ACCOUNT = new RegExp(String.raw`^system:serviceaccount:(${LABEL}):${LABEL}(?:\.${LABEL})*$`);

function accountGroups(username: string): readonly string[] {
  const namespace = ACCOUNT.exec(username)?.[1];
  return namespace === undefined ? [] : ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
}
