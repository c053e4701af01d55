import {basicAuthorization} from '../../core/workspace/basic-authorization.ts';
import {httpsProblem} from '../../core/workspace/https-problem.ts';
import type {FindLogin} from '../../core/workspace/server-login.ts';
import {failureProblem, statusProblem} from '../../lib/download-problem.ts';
import {httpsDownload} from '../../lib/https-download.ts';
import type {HttpsAnswer} from '../../lib/https-request.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';

/** A file of a repository. */
export type RequestedFile = {
  readonly url: string;
  /** The logins of the workspace. */
  readonly login: FindLogin | undefined;
  readonly maxBytes: number;
  /** The conditions of the request. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** The network of requests. */
export type Network = {
  /** The environment with HTTPS_PROXY and NO_PROXY. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
};

/** Requests a file of a repository with its login. The answer has the status 200, or 304 if there were conditions. */
export async function requestFile(
  {url, login: findLogin, ...request}: RequestedFile,
  {env, signal}: Network,
): Promise<HttpsAnswer | SourceProblem> {
  const wrong = httpsProblem(url);
  if (wrong !== undefined) return {problem: `the address of a file ${wrong}`};
  const login = await findLogin?.(url);
  try {
    const authorization = basicAuthorization(login);
    const answer = await httpsDownload({...request, url, login: authorization, ca: login?.ca, env, signal});
    const isAnswer = answer.status === 200 || (answer.status === 304 && request.headers !== undefined);
    return isAnswer ? answer : statusProblem(answer, {address: url, login});
  } catch (error) {
    signal.throwIfAborted();
    return failureProblem(error, {address: url, login});
  }
}
