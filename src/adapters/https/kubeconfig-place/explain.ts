import type {Failure} from '../../../core/failure/failure.ts';
import {RedirectRefused} from '../../../lib/follow-redirects.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import type {HttpsAnswer} from '../../../lib/https-request.ts';

/** A kubeconfig to fetch, for messages. */
export type Asked = {
  readonly workspace: string;
  readonly field: string;
  /** The address without its secret parts. */
  readonly from: string;
  readonly withLogin: boolean;
};

/** Returns an address without its query, because the query may contain signatures and tokens. */
export function addressToShow(address: string): string {
  const url = new URL(address);
  return `${url.origin}${url.pathname}`;
}

type Words = {readonly problem: string; readonly hint: string};

const refused = ({workspace, field, from}: Asked, words: Words): Failure => ({
  code: 'context/fetch-refused',
  workspace,
  field,
  from,
  ...words,
});

const failed = ({workspace, field, from}: Asked, words: Words): Failure => ({
  code: 'context/fetch-failed',
  workspace,
  field,
  from,
  ...words,
});

const wrong = ({workspace, field, from}: Asked, problem: string): Failure => ({
  code: 'context/kubeconfig',
  workspace,
  field,
  problem: `${from} ${problem}`,
});

const LOGIN: ReadonlySet<number> = new Set([401, 403, 407]);
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Returns the failure for a response that is not a kubeconfig. Undefined if it may be one. The text of the server is not
 * repeated, because it may quote the request.
 */
export function explainAnswer(answer: HttpsAnswer & {readonly url: URL}, asked: Asked): Failure | undefined {
  const {status, body, url} = answer;
  // After a redirect, name the other server, because the login was not sent there.
  const elsewhere = asked.from.startsWith(`${url.origin}/`) ? '' : ` at ${url.host}, to which it redirects`;
  if (LOGIN.has(status)) return refused(asked, refusedLogin(status, elsewhere, asked.withLogin));
  if (status === 404 || status === 410) {
    const login = asked.withLogin ? '' : ' (or the file requires a login, and none was sent)';
    return wrong(asked, `has no such file${elsewhere} (${status})${login}`);
  }
  if (status >= 500 || PASSING.has(status)) {
    const problem = `it responded with ${status}${elsewhere}${status === 429 ? ': too many requests' : ''}`;
    return failed(asked, {problem, hint: 'Run the command again later. A cached copy is not used instead.'});
  }
  if (status !== 200) return wrong(asked, `responded with ${status}${elsewhere} instead of a file`);
  if (isPage(answer)) return refused(asked, page(elsewhere, asked.withLogin));
  return body.toString('utf8').trim() === '' ? wrong(asked, `is empty${elsewhere}`) : undefined;
}

const LOGIN_HINT = 'Set the login with "kubeconfig_path: {url: …, bearer: ref://…}" (or basic) in the workspace.';

const refusedLogin = (status: number, elsewhere: string, withLogin: boolean): Words => ({
  problem: withLogin
    ? `the login was refused${elsewhere} (${status})${elsewhere === '' ? '' : ', where the login is not sent'}`
    : `it requires a login${elsewhere} (${status}), but the workspace sets none`,
  hint: withLogin
    ? status === 403
      ? 'Ask the owner of the file for permission: the server accepts the token or password, but denies access.'
      : 'Run "gantry workspace explain" to see the source of the token or password, and check that it is correct and has not expired.'
    : LOGIN_HINT,
});

const page = (elsewhere: string, withLogin: boolean): Words => ({
  problem: `the response${elsewhere} is a web page, for example a login page, and not a kubeconfig`,
  hint: withLogin
    ? 'Check whether the address is that of the file itself (raw), and whether the server accepts this kind of login.'
    : `Check whether the address is that of the file itself (raw). ${LOGIN_HINT}`,
});

const isPage = ({headers, body}: HttpsAnswer): boolean =>
  /^(?:text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '') ||
  /^\uFEFF?\s*<(?:!doctype|html|head|body)\b/i.test(body.subarray(0, 512).toString('utf8'));

/** Returns the failure for a missing response. */
export function explainError(error: unknown, asked: Asked): Failure {
  if (error instanceof RedirectRefused) return wrong(asked, `cannot be followed: ${error.message}`);
  if (!(error instanceof HttpsFailure)) throw error;
  if (error.kind === 'too-large') return wrong(asked, 'is not a kubeconfig: it is larger than 1 MiB');
  if (error.kind === 'address') return wrong(asked, `cannot be requested: ${error.message}`);
  return failed(asked, {problem: error.message, hint: HINTS[error.kind]});
}

const HINTS: Readonly<Record<Exclude<HttpsFailure['kind'], 'too-large' | 'address'>, string>> = {
  dns: 'Check the spelling of the address, and whether DNS works on this machine.',
  refused: 'Check the address and its port, and whether the server is running.',
  proxy: 'Check HTTPS_PROXY and NO_PROXY.',
  tls: 'Set the authority that signed its certificate: "kubeconfig_path: {url: …, caFile: FILE}" in the workspace.',
  timeout: 'Run the command again later. A cached copy is not used instead.',
  cut: 'Run the command again later. A cached copy is not used instead.',
};
