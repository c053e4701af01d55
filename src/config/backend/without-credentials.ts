import {OPEN_OPTIONS} from './address-options.ts';

/** A line that is no backend, to be quoted: what somebody has put where credentials are put elsewhere is left out. */
export const withoutCredentials = (text: string): string =>
  text.replaceAll(/(&?)([^&#\s]+)/g, withoutOption).replaceAll(/[^\s?#]+/g, withoutLogin);

/** A name and a value begin after `?` or `&`. One pass over the part: a pattern for it would look at each `?` again. */
function withoutOption(part: string, sign: string, written: string): string {
  const start = sign === '' ? written.indexOf('?') + 1 : 0;
  const equals = sign === '' && start === 0 ? -1 : written.indexOf('=', start);
  if (equals === -1 || OPEN_OPTIONS.has(written.slice(start, equals))) return part;
  return `${sign}${written.slice(0, equals + 1)}***`;
}

function withoutLogin(part: string): string {
  const [start, end] = [part.indexOf('://'), part.lastIndexOf('@')];
  return start === -1 || end < start ? part : `${part.slice(0, start)}://***${part.slice(end)}`;
}

/** Why the address of a backend with a user or a password is refused. */
export const LOGIN_PROBLEM = 'credentials do not belong into it: it is printed and logged';

/** Whether an address of a server has credentials in it. */
export const holdsLogin = (address: string): boolean => {
  const url = URL.parse(address);
  return url !== null && (url.username !== '' || url.password !== '');
};
