import {isKey} from '../../../core/release/check-key.ts';
import type {Bucket} from './open-bucket.ts';

/** Keys that have a value, page by page. What others put beside them, under names that are no keys, is passed over. */
export async function listKeys(bucket: Bucket, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  const {Bucket: name, Key: start} = bucket.at(prefix);
  for (let token: string | undefined, more = true; more; ) {
    const page = await bucket.ask({
      action: 's3:ListBucket',
      send: (client, abortSignal) =>
        client.send(new bucket.sdk.ListObjectsV2Command({Bucket: name, Prefix: start, ContinuationToken: token}), {
          abortSignal,
        }),
    });
    for (const {Key = '', Size} of page.Contents ?? []) {
      const key = Key.slice(bucket.root.length);
      if (Size !== 0 && isKey(key)) keys.push(key);
    }
    token = page.NextContinuationToken;
    more = page.IsTruncated === true && token !== undefined;
  }
  return keys.toSorted();
}
