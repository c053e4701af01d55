import {GantryError} from '../../../core/failure/failure.ts';
import {isObject} from '../../../core/json.ts';
import {isKey} from '../../../core/release/check-key.ts';
import {defined} from '../../../lib/defined.ts';
import {answerWith, factsIn} from './objects.ts';
import type {Asking, Bucket} from './open-bucket.ts';

/** Lists keys page by page. What others put beside them, under names that are not keys, is skipped. */
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

/** Google says the same of an object that is not there and of a bucket that is not there: a listing tells. */
export async function requireBucket(bucket: Bucket): Promise<void> {
  await listPage(bucket, {maxResults: '1', fields: 'kind'});
}

async function listPage(bucket: Bucket, query: Readonly<Record<string, string>>) {
  const path = `/storage/v1/b/${encodeURIComponent(bucket.bucket)}/o?${new URLSearchParams(query).toString()}`;
  const asking: Asking = {action: 'storage.objects.list', method: 'GET', path};
  const answer = answerWith(bucket, await bucket.attempt(asking), asking, [200]);
  const page = factsIn(bucket, answer);
  if (page['kind'] === 'storage#objects') return page;
  throw new GantryError({
    code: 'backend/unusable',
    backend: bucket.name,
    problem: 'its answer is not a listing of a bucket',
    hint: 'Check the endpoint, and any proxy between this machine and it',
  });
}
