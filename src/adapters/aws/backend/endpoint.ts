import {GantryError} from '../../../core/failure/failure.ts';

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
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw usage(`${from}: it is no https:// address of a server`, 'For example https://s3.example:9000.');
  if (url.username !== '' || url.password !== '')
    throw usage(
      `${from}: credentials do not belong into an address`,
      'Use AWS_ACCESS_KEY_ID, or references to secrets.',
    );
  if (url.search !== '' || url.hash !== '')
    throw usage(`${from} ${url.origin}: nothing follows the path of an endpoint`, 'Leave out what begins with ? or #.');
  if (url.protocol === 'http:' && !insecure) throw usage(...withoutTls(`${from} ${url.origin}`));
  return url.href.replace(/(?<!\/)\/+$/, '');
}

const usage = (message: string, hint: string): GantryError => new GantryError({code: 'input/usage', message, hint});

export const withoutTls = (what: string): [string, string] => [
  `${what} has no TLS: whoever listens would read the releases, and could change them`,
  'Use https://, or permit it with --insecure.',
];

function inEnvironment(env: Environment): [string | undefined, string] {
  if (env['AWS_IGNORE_CONFIGURED_ENDPOINT_URLS'] === 'true') return [undefined, ''];
  const name = ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'].find((variable) => env[variable]);
  return name === undefined ? [undefined, ''] : [env[name], name];
}
