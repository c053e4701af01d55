import {OPEN_OPTIONS} from './address-options.ts';

/** Masks the parts of an invalid backend line that may be credentials, so that a message can quote the line. */
export const withoutCredentials = (text: string): string =>
  text.replaceAll(/(&?)([^&#\s]+)/g, withoutOption).replaceAll(/[^\s?#]+/g, withoutLogin);

/** Masks the value of an option. A name and a value begin after `?` or `&`. A regular expression for it would backtrack at each `?`. */
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

/** The reason why an address of a backend with a user or a password is refused. */
export const LOGIN_PROBLEM = 'it contains credentials, and it is printed and logged';

/** Reports whether an address of a server contains credentials. */
export const holdsLogin = (address: string): boolean => {
  const url = URL.parse(address);
  return url !== null && (url.username !== '' || url.password !== '');
};
