import {randomUUID} from 'node:crypto';
import {GantryError} from '../../../core/failure/failure.ts';
import type {Attempted} from '../../../lib/https-attempts.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import type {HttpsAnswer} from '../../../lib/https-request.ts';
import {settleWrite} from '../../../lib/settle-write.ts';
import type {Stored} from '../../../ports/backend.ts';
import {errorCodeOf} from './explain.ts';
import type {Asking, Container} from './open-container.ts';

/** Tells whose write made a blob. */
const MARK = 'x-ms-meta-gantrywrite';

/** What the names of the permissions begin with. */
export const BLOBS = 'Microsoft.Storage/storageAccounts/blobServices/containers/blobs';

/** The codes of refused conditions. Other answers 409 and 412 are about something else: a lease, a legal hold. */
const CONFLICTS: ReadonlySet<string> = new Set(['ConditionNotMet', 'TargetConditionNotMet', 'BlobAlreadyExists']);

const isConflict = (answer: HttpsAnswer): boolean =>
  [404, 409, 412].includes(answer.status) && CONFLICTS.has(errorCodeOf(answer));

/** There is no blob of that name; of a container that is missing Azure says so. */
const isMissing = (answer: HttpsAnswer): boolean =>
  answer.status === 404 && ['BlobNotFound', 'ResourceNotFound'].includes(errorCodeOf(answer));

/**
 * Returns the answer if it has one of the statuses, or is accepted otherwise.
 * @throws GantryError for all others, and where something else than Azure answered: a page to log in
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
      'what answers is not Azure Blob Storage',
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

/** Reads which write made a blob. */
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
  /** The ETag of the blob that is there; undefined: there is none. */
  readonly replaces: string | undefined;
};

/**
 * One conditional write. A conflict after an attempt whose answer was lost may be a conflict with that attempt: the mark on the
 * blob tells whose it is, even where another writes the same bytes.
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

/** Deletes the version that is named, and no other. */
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
  // Our lost first try did it, or another's: it is gone as it was to be.
  return attempted.doubtful && (await readBlob(container, key)) === undefined ? 'deleted' : 'conflict';
}

function etagOf(container: Container, {headers}: HttpsAnswer): string {
  const {etag = ''} = headers;
  if (isEtag(etag)) return etag;
  throw unusable(
    container,
    'its answer has no ETag, so that nobody can tell one version of a blob from another',
    'Check the proxies between this machine and the container: some proxies take headers away',
  );
}

/** Neither `*`, which every blob matches, nor a list of several. */
export const isEtag = (version: string): boolean => /^"[\w.:+/=-]{1,200}"$/.test(version);

const unusable = ({name}: Container, problem: string, hint: string): GantryError =>
  new GantryError({code: 'backend/unusable', backend: name, problem, hint});
