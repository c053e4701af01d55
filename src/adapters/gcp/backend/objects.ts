import {randomUUID} from 'node:crypto';
import {GantryError} from '../../../core/failure/failure.ts';
import {isObject, type JsonObject} from '../../../core/json.ts';
import {objectIn} from '../../../core/secret/no-answer.ts';
import type {Attempted} from '../../../lib/https-attempts.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import type {HttpsAnswer} from '../../../lib/https-request.ts';
import {settleWrite} from '../../../lib/settle-write.ts';
import type {Stored} from '../../../ports/backend.ts';
import type {Asking, Bucket} from './open-bucket.ts';

/** The metadata field with the id of the write that created an object. */
const MARK = 'gantry-write';

const READ = 'storage.objects.get (or storage.objects.list)';

/** Returns the path of an object in the JSON API. */
const pathOf = ({bucket, root}: Bucket, key: string): string =>
  `/storage/v1/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(`${root}${key}`)}`;

/** Returns the response if it has one of the statuses. @throws GantryError for all others */
export function answerWith(
  bucket: Bucket,
  attempted: Attempted,
  asking: Asking,
  statuses: readonly number[],
): HttpsAnswer {
  const {reply} = attempted;
  if (!(reply instanceof HttpsFailure) && statuses.includes(reply.status)) return reply;
  throw bucket.failure(attempted, asking);
}

/** Reads the value of an object and its generation. */
export async function readObject(bucket: Bucket, key: string): Promise<Stored | undefined> {
  const asking = {action: READ, key, method: 'GET', path: `${pathOf(bucket, key)}?alt=media`};
  const answer = answerWith(bucket, await bucket.attempt(asking), asking, [200, 404]);
  if (answer.status === 404) return undefined;
  return {value: new Uint8Array(answer.body), version: generationOf(bucket, answer.headers['x-goog-generation'])};
}

/** Reads the id of the write that created an object. */
async function readMark(bucket: Bucket, key: string): Promise<{mark: unknown; version: string} | undefined> {
  const asking = {action: READ, key, method: 'GET', path: pathOf(bucket, key)};
  const answer = answerWith(bucket, await bucket.attempt(asking), asking, [200, 404]);
  if (answer.status === 404) return undefined;
  const found = factsIn(bucket, answer);
  const {metadata} = found;
  return {mark: isObject(metadata) ? metadata[MARK] : undefined, version: generationOf(bucket, found['generation'])};
}

/** A conditional write. `generation` must still be the current one. */
export type Writing = {readonly value: Uint8Array /** `0`: there is no object. */; readonly generation: string};

/**
 * Writes conditionally. A conflict after an attempt without a response may be a conflict with that attempt. The id in the
 * object's metadata identifies its write, even if another writer wrote the same bytes.
 */
export async function writeObject(
  bucket: Bucket,
  key: string,
  {value, generation}: Writing,
): Promise<{readonly version: string} | 'conflict'> {
  const mark = randomUUID();
  const query = `uploadType=multipart&ifGenerationMatch=${generation}`;
  const asking: Asking = {
    // A replacement needs the permission to delete.
    action: generation === '0' ? 'storage.objects.create' : 'storage.objects.create and storage.objects.delete',
    key,
    method: 'POST',
    path: `/upload/storage/v1/b/${encodeURIComponent(bucket.bucket)}/o?${query}`,
    ...multipart({name: `${bucket.root}${key}`, metadata: {[MARK]: mark}}, value),
  };
  return settleWrite({
    creates: generation === '0',
    send: async () => {
      const attempted = await bucket.attempt(asking);
      const answer = answerWith(bucket, attempted, asking, [200, 412]);
      if (answer.status === 412) return {doubtful: attempted.doubtful};
      return {version: generationOf(bucket, factsIn(bucket, answer)['generation'])};
    },
    find: async () => {
      const found = await readMark(bucket, key);
      return found && {version: found.version, isOurs: found.mark === mark};
    },
  });
}

/** Deletes an object only in the given generation. */
export async function deleteObject(bucket: Bucket, key: string, generation: string): Promise<'deleted' | 'conflict'> {
  const path = `${pathOf(bucket, key)}?ifGenerationMatch=${generation}`;
  const asking = {action: 'storage.objects.delete', key, method: 'DELETE', path};
  const attempted = await bucket.attempt(asking);
  const {status} = answerWith(bucket, attempted, asking, [200, 204, 404, 412]);
  if (status < 300) return 'deleted';
  // An earlier attempt without a response, or another client, deleted it.
  return attempted.doubtful && (await readObject(bucket, key)) === undefined ? 'deleted' : 'conflict';
}

/** Returns an upload with its metadata in one request (RFC 2387). */
function multipart(facts: {readonly name: string; readonly metadata: object}, value: Uint8Array) {
  const boundary = `gantry-${randomUUID()}`;
  const contentType = facts.name.endsWith('.json') ? 'application/json' : 'application/octet-stream';
  const head = `--${boundary}\r\ncontent-type: application/json; charset=utf-8\r\n\r\n${JSON.stringify({...facts, contentType})}\r\n--${boundary}\r\ncontent-type: ${contentType}\r\n\r\n`;
  return {
    headers: {'content-type': `multipart/related; boundary=${boundary}`},
    body: Buffer.concat([Buffer.from(head), value, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

/** Parses the JSON of a response. @throws GantryError if another server responded, for example with a login page */
export function factsIn({name}: Pick<Bucket, 'name'>, {body}: HttpsAnswer): JsonObject {
  const facts = objectIn(body);
  if (facts !== undefined) return facts;
  throw new GantryError({
    code: 'backend/unusable',
    backend: name,
    problem: 'the response does not come from Cloud Storage',
    hint: 'Check the endpoint, HTTPS_PROXY, NO_PROXY, and any proxy between this machine and it',
  });
}

function generationOf({name}: Bucket, generation: unknown): string {
  if (typeof generation === 'string' && isGeneration(generation)) return generation;
  throw new GantryError({
    code: 'backend/unusable',
    backend: name,
    problem: 'its response has no generation, so versions of an object cannot be distinguished',
    hint: 'Check the proxies between this machine and the bucket: some proxies remove headers',
  });
}

/** Reports whether a version is a generation. `0` is not the generation of any object. */
export const isGeneration = (version: string): boolean => /^[1-9][0-9]*$/.test(version);
