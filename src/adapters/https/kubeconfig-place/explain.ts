import type {Failure} from '../../../core/failure/failure.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import type {HttpsAnswer} from '../../../lib/https-request.ts';
import {RedirectRefused} from './follow-redirects.ts';

/** What was asked for. */
export type Asked = {
  readonly workspace: string;
  readonly field: string;
  /** The address as it may be shown. */
  readonly from: string;
  readonly withLogin: boolean;
};

/** Without what follows the `?`: signatures and tokens stand there. */
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

/** Why an answer is no kubeconfig; undefined where it may be one. What the server wrote is not repeated: it may quote what was sent. */
export function explainAnswer(answer: HttpsAnswer & {readonly url: URL}, asked: Asked): Failure | undefined {
  const {status, body, url} = answer;
  // Who was sent on to another server is told by its name: there the login was not sent.
  const elsewhere = asked.from.startsWith(`${url.origin}/`) ? '' : ` at ${url.host}, to which it leads on`;
  if (LOGIN.has(status)) return refused(asked, refusedLogin(status, elsewhere, asked.withLogin));
  if (status === 404 || status === 410) {
    const login = asked.withLogin ? '' : ' (or it is hidden from whom it does not know: no login was sent)';
    return wrong(asked, `has no such file${elsewhere} (${status})${login}`);
  }
  if (status >= 500 || PASSING.has(status)) {
    const problem = `it answered ${status}${elsewhere}${status === 429 ? ': it is asked too often' : ''}`;
    return failed(asked, {problem, hint: 'Run it again later; a copy of before is not used in its place.'});
  }
  if (status !== 200) return wrong(asked, `answered ${status}${elsewhere}, not with a file`);
  if (isPage(answer)) return refused(asked, page(elsewhere, asked.withLogin));
  return body.toString('utf8').trim() === '' ? wrong(asked, `is empty${elsewhere}`) : undefined;
}

const LOGIN_HINT =
  'A server that needs one is given it by "kubeconfig_path: {url: …, bearer: ref://…}" (or basic) in the workspace.';

const refusedLogin = (status: number, elsewhere: string, withLogin: boolean): Words => ({
  problem: withLogin
    ? `the login was refused${elsewhere} (${status})${elsewhere === '' ? '' : ', where the login is not sent'}`
    : `it wants a login${elsewhere} (${status}), and the workspace gives none`,
  hint: withLogin
    ? status === 403
      ? 'The token or password is known there, but may not read this: ask whoever keeps the file.'
      : 'See whether the token or password is the right one and has not ended: "gantry workspace explain" shows where it comes from.'
    : LOGIN_HINT,
});

const page = (elsewhere: string, withLogin: boolean): Words => ({
  problem: `what it answers${elsewhere} is a web page, as for a login, and no kubeconfig`,
  hint: withLogin
    ? 'See whether the address is that of the file itself (raw), and whether the server takes this kind of login.'
    : `See whether the address is that of the file itself (raw). ${LOGIN_HINT}`,
});

const isPage = ({headers, body}: HttpsAnswer): boolean =>
  /^(?:text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '') ||
  /^\uFEFF?\s*<(?:!doctype|html|head|body)\b/i.test(body.subarray(0, 512).toString('utf8'));

/** Why there was no answer. */
export function explainError(error: unknown, asked: Asked): Failure {
  if (error instanceof RedirectRefused) return wrong(asked, `cannot be followed: ${error.message}`);
  if (!(error instanceof HttpsFailure)) throw error;
  if (error.kind === 'too-large') return wrong(asked, 'is no kubeconfig: it has more than 1 MiB');
  if (error.kind === 'address') return wrong(asked, `cannot be asked for: ${error.message}`);
  return failed(asked, {problem: error.message, hint: HINTS[error.kind]});
}

const HINTS: Readonly<Record<Exclude<HttpsFailure['kind'], 'too-large' | 'address'>, string>> = {
  dns: 'Look at the address for a misspelling, and whether this machine finds names at all (DNS).',
  refused: 'Look at the address and its port, and whether the server runs.',
  proxy: 'Look at HTTPS_PROXY and NO_PROXY.',
  tls: 'Name the authority that signed its certificate: "kubeconfig_path: {url: …, caFile: FILE}" in the workspace.',
  timeout: 'Run it again later; a copy of before is not used in its place.',
  cut: 'Run it again later; a copy of before is not used in its place.',
};
