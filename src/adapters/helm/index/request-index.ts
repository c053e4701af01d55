import {httpsProblem} from '../../../core/workspace/https-problem.ts';
import type {FindLogin, ServerLogin} from '../../../core/workspace/server-login.ts';
import {basicAuthorization} from '../../../lib/basic-authorization.ts';
import {defined} from '../../../lib/defined.ts';
import {failureProblem, statusProblem} from '../../../lib/download-problem.ts';
import {httpsDownload} from '../../../lib/https-download.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';

/** The index of a repository, or that it did not change since the validators. */
export type IndexAnswer =
  | {readonly isUnchanged: true}
  | {
      readonly isUnchanged: false;
      readonly text: string;
      readonly etag?: string | undefined;
      readonly lastModified?: string | undefined;
    };

/** The values that identify an earlier answer of a server. */
export type Validators = {readonly etag?: string | undefined; readonly lastModified?: string | undefined};

/** The network of requests for indexes. */
export type IndexNetwork = {
  /** The environment with HTTPS_PROXY and NO_PROXY. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
};

const MOST_INDEX = 64 * 2 ** 20;

/** Requests the index of a repository with its login, unless it is the one with the validators. */
export async function requestIndex(
  {
    repository,
    known,
    login: findLogin,
  }: {readonly repository: string; readonly known: Validators; readonly login: FindLogin | undefined},
  {env, signal}: IndexNetwork,
): Promise<IndexAnswer | SourceProblem> {
  const wrong = httpsProblem(repository);
  if (wrong !== undefined) return {problem: `the address of the repository ${wrong}`};
  const url = indexAddress(repository);
  const login = await findLogin?.(url);
  const headers = defined({'if-none-match': known.etag, 'if-modified-since': known.lastModified});
  try {
    const network = {ca: login?.ca, maxBytes: MOST_INDEX, env, signal};
    const answer = await httpsDownload({url, headers, login: headerOf(login), ...network});
    if (answer.status === 304) return {isUnchanged: true};
    if (answer.status !== 200) return aboutIndex(repository, statusProblem(answer, {address: url, login}));
    const {etag, 'last-modified': lastModified} = answer.headers;
    return {isUnchanged: false, text: answer.body.toString('utf8'), etag, lastModified};
  } catch (error) {
    signal.throwIfAborted();
    return aboutIndex(repository, failureProblem(error, {address: url, login}));
  }
}

const aboutIndex = (repository: string, {problem, ...rest}: SourceProblem): SourceProblem => ({
  problem: `the index of the repository ${repository}: ${problem}`,
  ...rest,
});

/** Returns the address of the index. A query, as some repositories need it, stays. */
function indexAddress(repository: string): string {
  const url = new URL(repository);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/index.yaml`;
  return url.href;
}

function headerOf(login: ServerLogin | undefined): string | undefined {
  if (login?.password === undefined) return undefined;
  const {username, password} = login;
  return basicAuthorization(username?.reveal() ?? '', password.reveal());
}
