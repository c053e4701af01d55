import {randomUUID} from 'node:crypto';
import {GantryError} from '../../../core/failure/failure.ts';
import type {Attempted} from '../../../lib/https-attempts.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import type {HttpsAnswer} from '../../../lib/https-request.ts';
import {settleWrite} from '../../../lib/settle-write.ts';
import type {Stored} from '../../../ports/backend.ts';
import {BLOBS} from './blob-permissions.ts';
import {errorCodeOf} from './explain.ts';
import type {Asking, Container} from './open-container.ts';

/** The header with the id of the write that created a blob. */
const MARK = 'x-ms-meta-gantrywrite';

/** The codes of unmet conditions. Other responses with 409 or 412 have other causes: a lease, a legal hold. */
const CONFLICTS: ReadonlySet<string> = new Set(['ConditionNotMet', 'TargetConditionNotMet', 'BlobAlreadyExists']);

const isConflict = (answer: HttpsAnswer): boolean =>
  [404, 409, 412].includes(answer.status) && CONFLICTS.has(errorCodeOf(answer));

/** Reports whether the blob does not exist. For a missing container, Azure returns another code. */
const isMissing = (answer: HttpsAnswer): boolean =>
  answer.status === 404 && ['BlobNotFound', 'ResourceNotFound'].includes(errorCodeOf(answer));

/**
 * Returns the response if it is accepted.
 * @throws GantryError for all others, and if another server than Azure responded, for example with a login page
 */
export function answerWith(
  container: Container,
  attempted: Attempted,
  asking: Asking,
  isAccepted: (answer: HttpsAnswer) => boolean,
): HttpsAnswer {
  const {reply} = attempted;
  if (reply instanceof HttpsFailure) throw container.failure(attempted, asking);
  if (reply.status < 300 && reply.headers['x-ms-request-id'] === undefined)
    throw unusable(
      container,
      'the response does not come from Azure Blob Storage',
      'Check the endpoint, HTTPS_PROXY, NO_PROXY, and any proxy between this machine and it',
    );
  if (isAccepted(reply)) return reply;
  throw container.failure(attempted, asking);
}

/** Reads the value of a blob and its ETag. */
export async function readBlob(container: Container, key: string): Promise<Stored | undefined> {
  const asking = {action: `${BLOBS}/read`, key, method: 'GET'};
  const answer = answerWith(
    container,
    await container.attempt(asking),
    asking,
    (one) => one.status === 200 || isMissing(one),
  );
  if (answer.status === 404) return undefined;
  return {value: new Uint8Array(answer.body), version: etagOf(container, answer)};
}

/** Reads the id of the write that created a blob. */
async function readMark(container: Container, key: string): Promise<{mark?: string; version: string} | undefined> {
  const asking = {action: `${BLOBS}/read`, key, method: 'GET'};
  const answer = answerWith(
    container,
    await container.attempt(asking),
    asking,
    (one) => one.status === 200 || isMissing(one),
  );
  if (answer.status === 404) return undefined;
  return {mark: answer.headers[MARK] ?? '', version: etagOf(container, answer)};
}

/** A conditional write of one blob. */
export type Writing = {
  readonly value: Uint8Array;
  /** The ETag of the existing blob. Undefined if no blob exists. */
  readonly replaces: string | undefined;
};

/**
 * Writes conditionally. A conflict after an attempt without a response may be a conflict with that attempt. The id in the blob's
 * metadata identifies its write, even if another writer wrote the same bytes.
 */
export async function writeBlob(
  container: Container,
  key: string,
  {value, replaces}: Writing,
): Promise<{readonly version: string} | 'conflict'> {
  const mark = randomUUID();
  const asking: Asking = {
    action: `${BLOBS}/write`,
    key,
    method: 'PUT',
    headers: {
      'x-ms-blob-type': 'BlockBlob',
      'content-type': key.endsWith('.json') ? 'application/json' : 'application/octet-stream',
      [MARK]: mark,
      ...conditionOf(replaces),
    },
    body: value,
  };
  return settleWrite({
    creates: replaces === undefined,
    send: async () => {
      const attempted = await container.attempt(asking);
      const answer = answerWith(
        container,
        attempted,
        asking,
        (one) => one.status === 201 || isConflict(one) || isMissing(one),
      );
      return answer.status === 201 ? {version: etagOf(container, answer)} : {doubtful: attempted.doubtful};
    },
    find: async () => {
      const found = await readMark(container, key);
      return found && {version: found.version, isOurs: found.mark === mark};
    },
  });
}

const conditionOf = (replaces: string | undefined): Readonly<Record<string, string>> =>
  replaces === undefined ? {'if-none-match': '*'} : {'if-match': replaces};

/** Deletes a blob only in the given version. */
export async function deleteBlob(container: Container, key: string, etag: string): Promise<'deleted' | 'conflict'> {
  const asking = {action: `${BLOBS}/delete`, key, method: 'DELETE', headers: {'if-match': etag}};
  const attempted = await container.attempt(asking);
  const {status} = answerWith(
    container,
    attempted,
    asking,
    (one) => one.status === 202 || isConflict(one) || isMissing(one),
  );
  if (status === 202) return 'deleted';
  // An earlier attempt without a response, or another client, deleted it.
  return attempted.doubtful && (await readBlob(container, key)) === undefined ? 'deleted' : 'conflict';
}

function etagOf(container: Container, {headers}: HttpsAnswer): string {
  const {etag = ''} = headers;
  if (isEtag(etag)) return etag;
  throw unusable(
    container,
    'its response has no ETag, so versions of a blob cannot be distinguished',
    'Check the proxies between this machine and the container: some proxies remove headers',
  );
}

/** Reports whether a version is a single ETag: neither `*`, which matches every blob, nor a list. */
export const isEtag = (version: string): boolean => /^"[\w.:+/=-]{1,200}"$/.test(version);

const unusable = ({name}: Container, problem: string, hint: string): GantryError =>
  new GantryError({code: 'backend/unusable', backend: name, problem, hint});
