import {basicAuthorization} from '../../core/workspace/basic-authorization.ts';
import {httpsProblem} from '../../core/workspace/https-problem.ts';
import type {FindLogin, ServerLogin} from '../../core/workspace/server-login.ts';
import {failureProblem, statusProblem} from '../../lib/download-problem.ts';
import {httpsDownload} from '../../lib/https-download.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import type {NpmConfig} from './npm-config.ts';

/** The network and the settings of requests to registries. */
export type RegistryAccess = {
  readonly config: NpmConfig;
  readonly login: FindLogin | undefined;
  /** The environment with HTTPS_PROXY and NO_PROXY. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
};

type Requested = {
  readonly url: string;
  /** The address whose login is sent. Absent: `url`. */
  readonly place?: string;
  readonly maxBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
};

const OF_USER = {setting: 'your npm configuration'};

/** Requests a file of a registry, with the login of the workspace or of the user for this address. A redirect to another server gets no login. */
export async function requestFromRegistry(
  {url, place = url, ...request}: Requested,
  {config, login: find, env, signal}: RegistryAccess,
): Promise<Uint8Array | SourceProblem> {
  const wrong = httpsProblem(url);
  if (wrong !== undefined) return {problem: `the address of a file ${wrong}`};
  const own = await find?.(place);
  const ofUser = own?.password === undefined ? config.authorizationFor(new URL(url)) : undefined;
  const failed = {address: url, login: ofUser === undefined ? own : OF_USER};
  try {
    const login = ofUser?.reveal() ?? authorizationOf(own);
    const answer = await httpsDownload({...request, url, login, ca: own?.ca, env, signal});
    return answer.status === 200 ? answer.body : statusProblem(answer, failed);
  } catch (error) {
    signal.throwIfAborted();
    return failureProblem(error, failed);
  }
}

/** Returns the header of a login. Registries of packages take a token without a user. */
const authorizationOf = (login: ServerLogin | undefined): string | undefined =>
  login?.password !== undefined && login.username === undefined
    ? `Bearer ${login.password.reveal()}`
    : basicAuthorization(login);
