import {defined} from './defined.ts';
import {RedirectRefused} from './follow-redirects.ts';
import {HttpsFailure, type HttpsFailureKind} from './https-failure.ts';

type Words = {readonly problem: string; readonly hint?: string};

/** A download that failed. */
export type FailedDownload = {
  /** The address that was requested first, for a setting in the workspace. */
  readonly address: string;
  /** The login that was sent; undefined if there was none. `setting`: its place, for messages. */
  readonly login: {readonly setting: string} | undefined;
};

/** Returns the text for a status without a file. The words of the server are not repeated, because they may quote the request. */
export function statusProblem(
  {status, url}: {readonly status: number; readonly url: URL},
  failed: FailedDownload,
): Words {
  const {address, login} = failed;
  const host = hostOf(address);
  const elsewhere = host === url.host ? '' : `, after a redirect from ${host}: the login is not sent there`;
  if (status === 401 || status === 403) {
    if (login === undefined)
      return {problem: `${url.host} requires a login (${status})${elsewhere}`, hint: howToLogIn(address)};
    return {
      problem: `${url.host} refused the login (${status})${elsewhere}`,
      hint: `Check that the values of ${login.setting} are correct and have not expired, and that the user may read it.`,
    };
  }
  if (status === 404 || status === 410) return {problem: `${url.host} has no such file (${status})`};
  return {problem: `${url.host} responded with ${status} instead of a file`, hint: AGAIN};
}

const AGAIN = 'Run the command again later.';

const hostOf = (address: string): string => URL.parse(address)?.host ?? address;

/** Returns the setting that gives a server its login. */
function howToLogIn(address: string): string {
  const url = URL.parse(address);
  const place = url === null ? address : `${url.protocol}//${url.host}`;
  return `Add its login to the workspace: charts: {credentials: {"${place}": {username: NAME, password: ref://SECRET}}}.`;
}

/**
 * Returns the text for a download without a response.
 * @throws any other error as it is
 */
export function failureProblem(error: unknown, {address}: FailedDownload): Words {
  if (error instanceof RedirectRefused) return {problem: error.message};
  if (!(error instanceof HttpsFailure)) throw error;
  const hint = HINTS[error.kind];
  return {problem: error.message, ...defined({hint: hint?.replace('SERVER', hostOf(address))})};
}

const HINTS: Readonly<Record<HttpsFailureKind, string | undefined>> = {
  address: undefined,
  'too-large': undefined,
  dns: 'Check the spelling of the address, and whether DNS works on this machine.',
  refused: 'Check the address and its port, and whether the server is running.',
  proxy: 'Check HTTPS_PROXY and NO_PROXY.',
  tls: 'Set the authority that signed its certificate in the workspace: charts: {credentials: {"https://SERVER": {caFile: FILE}}}.',
  timeout: AGAIN,
  cut: AGAIN,
};
