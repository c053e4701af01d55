import type {OciPlace} from '../../core/oci/oci-place.ts';
import type {FindLogin} from '../../core/workspace/server-login.ts';
import {failureProblem, statusProblem} from '../../lib/download-problem.ts';
import {httpsDownload} from '../../lib/https-download.ts';
import type {HttpsAnswer} from '../../lib/https-request.ts';
import {isThisMachine} from '../../lib/is-this-machine.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import {authorize} from './authorize.ts';
import type {OciOptions} from './oci-options.ts';

/** A request to a registry, below `/v2/NAME/`. */
export type OciRequest = {readonly path: string; readonly accept?: string; readonly maxBytes: number};

/** A response of a registry. `failure` returns its problem, if its status is one. */
export type OciAnswer = HttpsAnswer & {readonly url: URL; readonly failure: SourceProblem};

/** Sends requests to registries. A request without a response is a problem. */
export type OciClient = (place: OciPlace, request: OciRequest) => Promise<OciAnswer | SourceProblem>;

/** Opens a client that logs in where a registry requires it, with a password or a token. */
export function ociClient(findLogin: FindLogin | undefined, {env, signal}: OciOptions): OciClient {
  const headers = new Map<string, string>();
  return async (place, {path, accept = '*/*', maxBytes}) => {
    const address = `oci://${place.host}/${place.name}`;
    const login = await findLogin?.(address);
    const base = baseOf(place.host);
    const send = () =>
      httpsDownload({
        url: new URL(`/v2/${place.name}/${path}`, base).href,
        headers: {accept},
        login: headers.get(address),
        ca: login?.ca,
        maxBytes,
        env,
        signal,
      });
    try {
      const first = await send();
      const authorized = await authorize(first, {base, address, login, env, signal});
      if (authorized !== undefined && 'problem' in authorized) return authorized;
      if (authorized !== undefined) headers.set(address, authorized.header);
      const answer = authorized === undefined ? first : await send();
      return {...answer, failure: statusProblem(answer, {address, login})};
    } catch (error) {
      signal.throwIfAborted();
      return failureProblem(error, {address, login});
    }
  };
}

/** Returns the address of a registry. As for other tools, a registry on this machine speaks plain http. */
function baseOf(host: string): URL {
  const url = new URL(`https://${host}`);
  return isThisMachine(url.hostname) ? new URL(`http://${host}`) : url;
}
