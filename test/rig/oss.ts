import {ossBackend} from '../../src/adapters/alicloud/backend/oss-backend.ts';
import type {OssConfig} from '../../src/adapters/alicloud/backend/oss-config.ts';
import type {OssOptions} from '../../src/adapters/alicloud/backend/oss-options.ts';
import {Secret} from '../../src/core/secret/secret.ts';
import type {Backend} from '../../src/ports/backend.ts';
import {OSS_KEYS, type OssDouble} from './doubles/oss.ts';

/** Waits for nothing longer than a test may. */
const HASTE = {firstDelayMs: 1, longestDelayMs: 4};

/** A backend on the bucket of a double. Another one is another client, with a proof of its own. */
export const ossBackendOn = (
  {url, bucket}: Pick<OssDouble, 'url' | 'bucket'>,
  {config = {}, options = {}}: {readonly config?: Partial<OssConfig>; readonly options?: Partial<OssOptions>} = {},
): Promise<Backend> =>
  ossBackend(
    {
      kind: 'oss',
      bucket,
      prefix: 'team/state',
      region: 'cn-hangzhou',
      endpoint: url,
      insecure: true,
      credentials: {accessKeyId: new Secret(OSS_KEYS.id), accessKeySecret: new Secret(OSS_KEYS.secret)},
      ...config,
    },
    {env: {}, ...options, patience: {...HASTE, ...options.patience}},
  );
