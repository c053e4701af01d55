import {noListing} from '../../../core/backend/no-listing.ts';
import {GantryError} from '../../../core/failure/failure.ts';
import {defined} from '../../../lib/defined.ts';
import type {HttpsAnswer} from '../../../lib/https-request.ts';
import type {OssBucket, OssRequest} from './open-bucket.ts';
import {type Listed, listPageIn, plainTag} from './oss-xml.ts';
import type {VersionObject, VersionStore} from './version-store.ts';

const META = 'x-oss-meta-';

/** Opens the objects of a bucket under its prefix as versions: an object is created once and never replaced. */
export function ossVersions(bucket: OssBucket): VersionStore {
  const at = (name: string): string => `${bucket.root}${name}`;
  // Without list permission, OSS gives the same response for an object that does not exist.
  const reading = {action: 'oss:GetObject'};

  return {
    list: (prefix) => listObjects(bucket, at(prefix)),
    read: async (name) => {
      const answer = await answerOf(bucket, {...reading, method: 'GET', name: at(name)});
      if (answer === undefined) return undefined;
      const tag = plainTag(answer.headers['etag'] ?? '');
      return {body: Uint8Array.from(answer.body), metadata: metadataIn(answer), tag};
    },
    look: async (name) => {
      const answer = await answerOf(bucket, {...reading, method: 'HEAD', name: at(name)});
      return answer && metadataIn(answer);
    },
    create: (name, object) => createObject(bucket, at(name), object),
    remove: async (name) => void (await bucket.attempt({action: 'oss:DeleteObject', method: 'DELETE', name: at(name)})),
    failure: (name, detail) =>
      new GantryError({
        code: 'backend/io',
        detail: `${bucket.name}: ${at(name)}: ${detail}`,
        hint: 'Run the command again. It continues from what is stored.',
      }),
  };
}

/** Returns the response to a request. Undefined if the object does not exist. */
async function answerOf(bucket: OssBucket, request: OssRequest): Promise<HttpsAnswer | undefined> {
  const attempted = await bucket.attempt(request);
  const isAnswer = 'answer' in attempted;
  if (isAnswer && attempted.answer.status === 200) return attempted.answer;
  const isAbsent = isAnswer && attempted.answer.status === 404 && attempted.code !== 'NoSuchBucket';
  if (isAbsent && request.name !== undefined) return undefined;
  throw bucket.failure(request, attempted);
}

async function listObjects(bucket: OssBucket, prefix: string): Promise<readonly Listed[]> {
  const found: Listed[] = [];
  for (let token = ''; ; ) {
    const query = listQuery(prefix, token);
    const answer = await answerOf(bucket, {action: 'oss:ListObjects', method: 'GET', query});
    const page = answer && listPageIn(answer.body);
    if (page === undefined) throw noListing(bucket);
    found.push(...page.objects.map((one) => ({...one, name: one.name.slice(bucket.root.length)})));
    if (page.next === undefined) return found;
    token = page.next;
  }
}

async function createObject(
  bucket: OssBucket,
  name: string,
  {body, metadata}: VersionObject,
): Promise<'made' | 'taken' | 'unsure'> {
  const request: OssRequest = {
    action: 'oss:PutObject',
    method: 'PUT',
    name,
    body,
    headers: {
      'content-type': 'application/octet-stream',
      'x-oss-forbid-overwrite': 'true',
      ...Object.fromEntries(Object.entries(metadata).map(([field, value]) => [`${META}${field}`, value])),
    },
  };
  const attempted = await bucket.attempt(request);
  if (!('answer' in attempted)) throw bucket.failure(request, attempted);
  const {answer, code, doubtful} = attempted;
  if (answer.status === 409 && code === 'FileAlreadyExists') return doubtful ? 'unsure' : 'taken';
  if (answer.status !== 200) throw bucket.failure(request, attempted);
  // A bucket with versioning has ignored the condition.
  if (answer.headers['x-oss-version-id'] !== undefined) throw keepsVersions(bucket);
  return 'made';
}

const listQuery = (prefix: string, token: string): Readonly<Record<string, string>> => ({
  'list-type': '2',
  'encoding-type': 'url',
  'max-keys': '1000',
  ...defined({prefix: prefix === '' ? undefined : prefix, 'continuation-token': token === '' ? undefined : token}),
});

const metadataIn = ({headers}: HttpsAnswer): VersionObject['metadata'] =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(META) ? [[name.slice(META.length), value]] : [],
    ),
  );

/** Returns the error for a bucket with versioning, where two runs could both hold the lock. */
export const keepsVersions = ({unusable}: OssBucket): GantryError =>
  unusable(
    'versioning is enabled or suspended on the bucket, so OSS ignores x-oss-forbid-overwrite and two runs could hold the lock at the same time',
    'Use a bucket on which versioning was never enabled, because it cannot be disabled again',
  );
