import type {AwsEnvironment} from './credential-of.ts';

/** Finds the server that the environment sets in place of Amazon's. @param service the variable of the service: `AWS_ENDPOINT_URL_S3` */
export function endpointIn(
  env: AwsEnvironment,
  service: string,
): {readonly name: string; readonly address: string} | undefined {
  if (env['AWS_IGNORE_CONFIGURED_ENDPOINT_URLS'] === 'true') return undefined;
  const name = [service, 'AWS_ENDPOINT_URL'].find((variable) => env[variable]);
  return name === undefined ? undefined : {name, address: env[name] ?? ''};
}
