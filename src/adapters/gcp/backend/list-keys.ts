import {noListing} from '../../../core/backend/no-listing.ts';
import {isObject} from '../../../core/json.ts';
import {isKey} from '../../../core/release/check-key.ts';
import {defined} from '../../../lib/defined.ts';
import {answerWith, factsIn} from './objects.ts';
import type {Asking, Bucket} from './open-bucket.ts';

/** Lists keys page by page. Objects whose names are not keys are skipped. */
export async function listKeys(bucket: Bucket, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let token: unknown = ''; typeof token === 'string'; ) {
    const page = await listPage(bucket, {
      prefix: `${bucket.root}${prefix}`,
      fields: 'kind,items(name),nextPageToken',
      ...defined({pageToken: token === '' ? undefined : token}),
    });
    for (const item of Array.isArray(page['items']) ? page['items'] : []) {
      const name = isObject(item) ? item['name'] : undefined;
      const key = typeof name === 'string' ? name.slice(bucket.root.length) : '';
      if (isKey(key)) keys.push(key);
    }
    token = page['nextPageToken'] || undefined;
  }
  return keys.toSorted();
}

/** Checks by a listing that the bucket exists, because Google gives the same response for a missing object and a missing bucket. */
export async function requireBucket(bucket: Bucket): Promise<void> {
  await listPage(bucket, {maxResults: '1', fields: 'kind'});
}

async function listPage(bucket: Bucket, query: Readonly<Record<string, string>>) {
  const path = `/storage/v1/b/${encodeURIComponent(bucket.bucket)}/o?${new URLSearchParams(query).toString()}`;
  const asking: Asking = {action: 'storage.objects.list', method: 'GET', path};
  const answer = answerWith(bucket, await bucket.attempt(asking), asking, [200]);
  const page = factsIn(bucket, answer);
  if (page['kind'] === 'storage#objects') return page;
  throw noListing(bucket);
}
