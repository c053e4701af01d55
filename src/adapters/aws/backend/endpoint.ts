import {endpointAddress} from '../../../core/backend/endpoint-address.ts';
import type {AwsEnvironment} from '../login/credential-of.ts';
import {endpointIn} from '../login/endpoint-in.ts';

/**
 * Returns the server if it is not Amazon's. Releases and locks are sent without TLS only if the user who runs the command allows
 * it.
 * @throws GantryError 'input/usage'
 */
export function endpointOf(
  {endpoint, insecure}: {readonly endpoint?: string | undefined; readonly insecure: boolean},
  env: AwsEnvironment,
): string | undefined {
  const found = endpoint === undefined ? endpointIn(env, 'AWS_ENDPOINT_URL_S3') : {address: endpoint, name: 'endpoint'};
  if (found === undefined) return undefined;
  const credentials = 'Use AWS_ACCESS_KEY_ID, or references to secrets.';
  return endpointAddress(found.address, {from: found.name, insecure, credentials});
}
