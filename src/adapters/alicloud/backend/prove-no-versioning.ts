import {randomUUID} from 'node:crypto';
import type {OssBucket, OssRequest} from './open-bucket.ts';
import {keepsVersions} from './oss-versions.ts';
import {versioningIn} from './oss-xml.ts';
import type {VersionStore} from './version-store.ts';

/**
 * Refuses a bucket that ignores the one condition that OSS knows, before anything else is written: by the state of its versioning,
 * and by creating an object twice. Who may not read the state is judged by the second alone. The object's name begins with a
 * dot: it is no key, and if it should be left behind it is never seen.
 * @throws GantryError 'backend/unusable'
 */
export async function proveNoVersioning(bucket: OssBucket, versions: VersionStore): Promise<void> {
  const request: OssRequest = {action: 'oss:GetBucketVersioning', method: 'GET', query: {versioning: ''}};
  const attempted = await bucket.attempt(request);
  const isDenied = 'answer' in attempted && attempted.code === 'AccessDenied';
  if (!isDenied) {
    const status =
      'answer' in attempted && attempted.answer.status === 200 ? versioningIn(attempted.answer.body) : undefined;
    if (status === undefined) throw bucket.failure(request, attempted);
    if (status !== 'Off') throw keepsVersions(bucket);
  }
  const name = `.gantry-proof-${randomUUID()}`;
  const object = {body: new TextEncoder().encode(name), metadata: {}};
  try {
    await versions.create(name, object);
    if ((await versions.create(name, object)) === 'made')
      throw bucket.unusable(
        'it replaced an object that was to be made only if there was none (x-oss-forbid-overwrite): two runs could both believe they hold the lock',
        'Use a bucket of Alibaba Cloud OSS on which versioning was never enabled',
      );
  } finally {
    // It may not be allowed to delete: then an object that no one sees is left.
    await versions.remove(name).catch(() => undefined);
  }
}
