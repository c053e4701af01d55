import {GantryError} from '../../../core/failure/failure.ts';
import type {AlicloudEnv} from '../login/alicloud-keys.ts';
import type {OssConfig} from './oss-config.ts';

/**
 * Returns the server if it is not the public one of the region. Releases and locks are never sent without TLS.
 * @throws GantryError 'input/usage'
 */
export function endpointOf({endpoint, insecure}: Pick<OssConfig, 'endpoint' | 'insecure'>): URL | undefined {
  if (endpoint === undefined) return undefined;
  const url = URL.parse(endpoint);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw usage(
      'endpoint: not the https:// address of a server',
      'For example https://oss-cn-hangzhou-internal.aliyuncs.com.',
    );
  if (url.username !== '' || url.password !== '')
    throw usage(
      'endpoint: the address must not contain credentials',
      'Use ALICLOUD_ACCESS_KEY, or references to secrets.',
    );
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw usage(`endpoint ${url.origin}: an endpoint must end after the host`, 'Write the bucket before the endpoint.');
  if (url.protocol === 'http:' && !insecure)
    throw usage(
      `endpoint ${url.origin} has no TLS: others on the network could read and change the releases`,
      'Use https://. With --insecure, an endpoint on this machine can be without TLS.',
    );
  return url;
}

/** Returns the region that requests are signed for. @throws GantryError 'input/usage' if no region is set */
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
    known === undefined ? `the region of the bucket ${bucket} is unknown` : `${known} is not a valid region name`,
    `Set it: oss://${bucket}?region=cn-hangzhou, or ALICLOUD_REGION.`,
  );
}

const usage = (message: string, hint: string): GantryError => new GantryError({code: 'input/usage', message, hint});
