const LOGIN = /:\/\/[^\s?#]*@/g;
const OPTION = /([?&])([^=&#\s]*)=([^&#\s]*)/g;

/** Options that say where and how, and no secret. */
const OPEN = new Set(['region', 'endpoint', 'pathStyle', 'profile', 'caFile', 'sse', 'kmsKeyId', 'workspace']);

/** A line that is no backend, to be quoted: what somebody has put where credentials are put elsewhere is left out. */
export const withoutCredentials = (text: string): string =>
  text
    .replaceAll(OPTION, (whole, sign: string, name: string) => (OPEN.has(name) ? whole : `${sign}${name}=***`))
    .replaceAll(LOGIN, '://***@');

export const LOGIN_PROBLEM = 'credentials do not belong into it: it is printed and logged';

/** Whether an address of a server has credentials in it. */
export const holdsLogin = (address: string): boolean => {
  const url = URL.parse(address);
  return url !== null && (url.username !== '' || url.password !== '');
};
