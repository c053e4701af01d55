import {GantryError} from '../../../core/failure/failure.ts';
import {defined} from '../../../lib/defined.ts';
import type {HttpsAnswer} from '../../../lib/https-request.ts';
import type {OssBucket, OssRequest} from './open-bucket.ts';
import {type Listed, listPageIn, plainTag} from './oss-xml.ts';
import type {VersionObject, VersionStore} from './version-store.ts';

const META = 'x-oss-meta-';

/** The objects of a bucket, below its prefix, as versions: what is made is never replaced. */
export function ossVersions(bucket: OssBucket): VersionStore {
  const answered = async (request: OssRequest): Promise<HttpsAnswer | undefined> => {
    const attempted = await bucket.attempt(request);
    const isAnswer = 'answer' in attempted;
    if (isAnswer && attempted.answer.status === 200) return attempted.answer;
    const isAbsent = isAnswer && attempted.answer.status === 404 && attempted.code !== 'NoSuchBucket';
    if (isAbsent && request.name !== undefined) return undefined;
    throw bucket.failure(request, attempted);
  };
  const at = (name: string): string => `${bucket.root}${name}`;
  // Who may not list is told the same of an object that is not there.
  const reading = {action: 'oss:GetObject'};

  return {
    list: async (prefix) => {
      const found: Listed[] = [];
      for (let token = ''; ; ) {
        const answer = await answered({action: 'oss:ListObjects', method: 'GET', query: listQuery(at(prefix), token)});
        const page = answer && listPageIn(answer.body);
        if (page === undefined) throw noListing(bucket);
        found.push(...page.objects.map((one) => ({...one, name: one.name.slice(bucket.root.length)})));
        if (page.next === undefined) return found;
        token = page.next;
      }
    },
    read: async (name) => {
      const answer = await answered({...reading, method: 'GET', name: at(name)});
      if (answer === undefined) return undefined;
      const tag = plainTag(answer.headers['etag'] ?? '');
      return {body: Uint8Array.from(answer.body), metadata: metadataIn(answer), tag};
    },
    look: async (name) => {
      const answer = await answered({...reading, method: 'HEAD', name: at(name)});
      return answer && metadataIn(answer);
    },
    create: (name, object) => createObject(bucket, at(name), object),
    remove: async (name) => void (await bucket.attempt({action: 'oss:DeleteObject', method: 'DELETE', name: at(name)})),
    failure: (name, detail) =>
      new GantryError({
        code: 'backend/io',
        detail: `${bucket.name}: ${at(name)}: ${detail}`,
        hint: 'Run it again: what was done so far is found.',
      }),
  };
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
  // A bucket that keeps versions has ignored the condition.
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

/** As the page of a proxy that asks for a login: it must not be taken for an empty bucket. */
const noListing = ({unusable}: OssBucket): GantryError =>
  unusable('its answer is not a listing of a bucket', 'Check the endpoint, and any proxy between this machine and it');

/** Two runs could both believe that they hold the lock. */
export const keepsVersions = ({unusable}: OssBucket): GantryError =>
  unusable(
    'versioning is enabled or suspended on the bucket, so that OSS ignores x-oss-forbid-overwrite: two runs could both believe they hold the lock',
    'Use a bucket on which versioning was never enabled: it cannot be taken back',
  );
