import {noListing} from '../../../core/backend/no-listing.ts';
import {isKey} from '../../../core/release/check-key.ts';
import type {Bucket} from './open-bucket.ts';

/** Lists keys with a value, page by page. Objects whose names are not keys are skipped. */
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
    // The SDK parses other XML as a listing without keys: an empty bucket.
    if (page.IsTruncated === undefined) throw noListing(bucket);
    for (const {Key = '', Size} of page.Contents ?? []) {
      const key = Key.slice(bucket.root.length);
      if (Size !== 0 && isKey(key)) keys.push(key);
    }
    token = page.NextContinuationToken;
    more = page.IsTruncated && token !== undefined;
  }
  return keys.toSorted();
}
