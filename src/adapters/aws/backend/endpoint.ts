import {endpointAddress} from '../../../core/backend/endpoint-address.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The server that is meant, where it is not Amazon's. Releases and locks are not sent in the clear unless whoever runs the
 * command says so.
 * @throws GantryError 'input/usage'
 */
export function endpointOf(
  {endpoint, insecure}: {readonly endpoint?: string | undefined; readonly insecure: boolean},
  env: Environment,
): string | undefined {
  const [text, from] = endpoint === undefined ? inEnvironment(env) : [endpoint, 'endpoint'];
  if (text === undefined) return undefined;
  const credentials = 'Use AWS_ACCESS_KEY_ID, or references to secrets.';
  return endpointAddress(text, {from, insecure, credentials});
}

function inEnvironment(env: Environment): [string | undefined, string] {
  if (env['AWS_IGNORE_CONFIGURED_ENDPOINT_URLS'] === 'true') return [undefined, ''];
  const name = ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'].find((variable) => env[variable]);
  return name === undefined ? [undefined, ''] : [env[name], name];
}
