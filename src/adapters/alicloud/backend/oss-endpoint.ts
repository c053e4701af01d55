import {GantryError} from '../../../core/failure/failure.ts';
import type {AlicloudEnv} from '../login/alicloud-keys.ts';
import type {OssConfig} from './oss-config.ts';

/**
 * The server that is meant, where it is not the public one of the region. Releases and locks are not sent in the clear.
 * @throws GantryError 'input/usage'
 */
export function endpointOf({endpoint, insecure}: Pick<OssConfig, 'endpoint' | 'insecure'>): URL | undefined {
  if (endpoint === undefined) return undefined;
  const url = URL.parse(endpoint);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw usage(
      'endpoint: it is not an https:// address of a server',
      'For example https://oss-cn-hangzhou-internal.aliyuncs.com.',
    );
  if (url.username !== '' || url.password !== '')
    throw usage(
      'endpoint: credentials do not belong into an address',
      'Use ALICLOUD_ACCESS_KEY, or references to secrets.',
    );
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw usage(
      `endpoint ${url.origin}: nothing follows the host of an endpoint`,
      'The bucket is named before the endpoint.',
    );
  if (url.protocol === 'http:' && !insecure)
    throw usage(
      `endpoint ${url.origin} has no TLS: whoever listens would read the releases, and could change them`,
      'Use https://. With --insecure an endpoint on this machine may be without TLS.',
    );
  return url;
}

/**
 * The region that requests are signed for.
 * @throws GantryError 'input/usage' where nothing says it
 */
export function regionOf(
  {bucket, region, endpoint = ''}: Pick<OssConfig, 'bucket' | 'region' | 'endpoint'>,
  env: AlicloudEnv,
): string {
  const known =
    region ??
    /^https?:\/\/oss-([a-z0-9-]+?)(?:-internal)?\.aliyuncs\.com\/?$/.exec(endpoint)?.[1] ??
    (env['ALICLOUD_REGION'] || env['ALIBABA_CLOUD_REGION_ID'] || undefined);
  if (known !== undefined && /^[a-z0-9-]{1,64}$/.test(known)) return known;
  throw usage(
    known === undefined
      ? `the region of the bucket ${bucket} is not known`
      : `${known} is not a valid name of a region`,
    `Say it: oss://${bucket}?region=cn-hangzhou, or ALICLOUD_REGION.`,
  );
}

const usage = (message: string, hint: string): GantryError => new GantryError({code: 'input/usage', message, hint});
