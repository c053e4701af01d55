import {randomUUID} from 'node:crypto';
import {PROOF_PREFIX} from '../../../core/backend/access-rules.ts';
import type {OssBucket, OssRequest} from './open-bucket.ts';
import {keepsVersions} from './oss-versions.ts';
import {versioningIn} from './oss-xml.ts';
import type {VersionStore} from './version-store.ts';

/**
 * Refuses a bucket that ignores the only condition of OSS, before anything else is written. Checks the versioning state, and
 * creates an object twice. Without permission to read the state, only the second check counts. The name of the object begins with
 * a dot, so it is not a key and is never seen if it remains.
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
  const name = `${PROOF_PREFIX}${randomUUID()}`;
  const object = {body: new TextEncoder().encode(name), metadata: {}};
  try {
    await versions.create(name, object);
    if ((await versions.create(name, object)) === 'made')
      throw bucket.unusable(
        'it replaced an existing object despite x-oss-forbid-overwrite, so two runs could hold the lock at the same time',
        'Use a bucket of Alibaba Cloud OSS on which versioning was never enabled',
      );
  } finally {
    // Without delete permission, an invisible object remains.
    await versions.remove(name).catch(() => undefined);
  }
}
