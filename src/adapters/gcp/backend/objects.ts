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

/** Tells whose write made an object. */
const MARK = 'gantry-write';

const READ = 'storage.objects.get (or storage.objects.list)';

/** The address of an object in the JSON API. */
const pathOf = ({bucket, root}: Bucket, key: string): string =>
  `/storage/v1/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(`${root}${key}`)}`;

/** The answer if it has one of the statuses. @throws GantryError for all others */
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

/** Reads which write made an object. */
async function readMark(bucket: Bucket, key: string): Promise<{mark: unknown; version: string} | undefined> {
  const asking = {action: READ, key, method: 'GET', path: pathOf(bucket, key)};
  const answer = answerWith(bucket, await bucket.attempt(asking), asking, [200, 404]);
  if (answer.status === 404) return undefined;
  const found = factsIn(bucket, answer);
  const {metadata} = found;
  return {mark: isObject(metadata) ? metadata[MARK] : undefined, version: generationOf(bucket, found['generation'])};
}

/** A conditional write: `generation` is the one that must still be there. */
export type Writing = {readonly value: Uint8Array /** `0`: there is no object. */; readonly generation: string};

/**
 * One conditional write. A conflict after an attempt whose answer was lost may be a conflict with that attempt: the mark on the
 * object tells whose it is, even where another writes the same bytes.
 */
export async function writeObject(
  bucket: Bucket,
  key: string,
  {value, generation}: Writing,
): Promise<{readonly version: string} | 'conflict'> {
  const mark = randomUUID();
  const query = `uploadType=multipart&ifGenerationMatch=${generation}`;
  const asking: Asking = {
    // What is replaced is deleted.
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

/** Deletes the generation that is named, and no other. */
export async function deleteObject(bucket: Bucket, key: string, generation: string): Promise<'deleted' | 'conflict'> {
  const path = `${pathOf(bucket, key)}?ifGenerationMatch=${generation}`;
  const asking = {action: 'storage.objects.delete', key, method: 'DELETE', path};
  const attempted = await bucket.attempt(asking);
  const {status} = answerWith(bucket, attempted, asking, [200, 204, 404, 412]);
  if (status < 300) return 'deleted';
  // Our lost first try did it, or another's: it is gone as it was to be.
  return attempted.doubtful && (await readObject(bucket, key)) === undefined ? 'deleted' : 'conflict';
}

/** An upload with its metadata, in one request (RFC 2387). */
function multipart(facts: {readonly name: string; readonly metadata: object}, value: Uint8Array) {
  const boundary = `gantry-${randomUUID()}`;
  const contentType = facts.name.endsWith('.json') ? 'application/json' : 'application/octet-stream';
  const head = `--${boundary}\r\ncontent-type: application/json; charset=utf-8\r\n\r\n${JSON.stringify({...facts, contentType})}\r\n--${boundary}\r\ncontent-type: ${contentType}\r\n\r\n`;
  return {
    headers: {'content-type': `multipart/related; boundary=${boundary}`},
    body: Buffer.concat([Buffer.from(head), value, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

/** What an answer says in JSON. @throws GantryError where something else answered: a page to log in */
export function factsIn({name}: Pick<Bucket, 'name'>, {body}: HttpsAnswer): JsonObject {
  const facts = objectIn(body);
  if (facts !== undefined) return facts;
  throw new GantryError({
    code: 'backend/unusable',
    backend: name,
    problem: 'what answers is not Cloud Storage',
    hint: 'Check the endpoint, HTTPS_PROXY, NO_PROXY, and any proxy between this machine and it',
  });
}

function generationOf({name}: Bucket, generation: unknown): string {
  if (typeof generation === 'string' && isGeneration(generation)) return generation;
  throw new GantryError({
    code: 'backend/unusable',
    backend: name,
    problem: 'its answer names no generation, so that nobody can tell one version of an object from another',
    hint: 'Check the proxies between this machine and the bucket: some proxies take headers away',
  });
}

/** `0` is the generation of no object. */
export const isGeneration = (version: string): boolean => /^[1-9][0-9]*$/.test(version);
