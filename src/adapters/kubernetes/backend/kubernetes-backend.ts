import {GantryError} from '../../../core/failure/failure.ts';
import {checkKey} from '../../../core/release/check-key.ts';
import {BACKEND_KEY_ANNOTATION} from '../../../kubernetes/resource/labels.ts';
import {defined} from '../../../lib/defined.ts';
import type {Backend} from '../../../ports/backend.ts';
import type {Clock} from '../../../ports/clock.ts';
import type {NewSecret, SecretObjects, SecretVersion} from '../../../ports/secret-objects.ts';
import {secretName, selectorOf} from './key-names.ts';
import {dropParts, PART_BYTES, writeParts} from './parts.ts';
import {verbsFor} from './role-manifests.ts';
import {readValue, valueSecret} from './stored-value.ts';
import {sweepParts} from './sweep-parts.ts';
import {parseVersion, type Version, versionText} from './version.ts';

/** Options of a backend that stores values as Secrets of a cluster. */
export type KubernetesBackend = {
  readonly secrets: SecretObjects;
  readonly clock: Clock;
  /** The name of the workspace whose cluster is used, for messages. */
  readonly workspace: string;
  /** The age in milliseconds at which unreferenced parts are deleted; default: a day. */
  readonly orphanAgeMs?: number;
};

/**
 * Opens a backend that stores values in the Secrets of a namespace: one Secret for each key, with its uid and
 * resourceVersion as the version. A value that is too large for a Secret is stored in parts, which are written first
 * and never changed. The Secret of the key lists them, and is written last, by compare-and-set, so that readers see
 * either the old value or the new one. The namespace must exist.
 */
export function kubernetesBackend(options: KubernetesBackend): Backend {
  const {secrets, workspace} = options;
  const {namespace, server} = secrets;
  let swept = false;
  const orMissing = namespaceCheck(secrets);
  return {
    name: `kubernetes (namespace ${namespace} of ${workspace}, ${server})`,
    // The address of the server depends on the machine.
    place: `kubernetes (namespace ${namespace})`,
    namespace,
    get: (key) => guard(`read ${key}`, async () => (await readValue(secrets, checkKey(key))) ?? orMissing(undefined)),
    put: (key, value, expected) =>
      guard(`write ${key}`, async () => {
        const seen = expected === undefined ? undefined : parseVersion(expected);
        if (expected !== undefined && seen === undefined && checkKey(key)) return 'conflict';
        const {outcome, createdAt} = await write(options, checkKey(key), value, seen);
        if (createdAt !== undefined && !swept) {
          swept = true;
          await sweepParts(secrets, createdAt, options.orphanAgeMs);
        }
        return outcome;
      }),
    delete: (key, expected) => guard(`delete ${key}`, () => remove(secrets, checkKey(key), expected)),
    list: (prefix) =>
      guard(`list ${prefix}`, async () => {
        const found = await secrets.list(selectorOf(prefix));
        // A copy that another tool created under another name is ignored.
        const keys = found.flatMap(({name, annotations: {[BACKEND_KEY_ANNOTATION]: key}}) =>
          key?.startsWith(prefix) === true && secretName(key) === name ? [key] : [],
        );
        return keys.length === 0 ? orMissing(keys) : keys.toSorted();
      }),
    review: async (rules) => {
      const denied = await secrets.deniedVerbs(verbsFor(rules));
      if (denied.length === 0) return undefined;
      const rule = {group: '', resource: 'secrets', namespace, ids: []};
      return {
        code: 'permission/denied',
        server,
        action: `${denied.join(', ')} secrets in the namespace ${namespace}`,
        detail: 'the backend needs it',
        denials: denied.map((verb) => ({verb, ...rule})),
      };
    },
  };
}

/** Checks the namespace once, and only if nothing was found: a misspelt name must not look like an empty backend. */
function namespaceCheck(secrets: SecretObjects): <T>(nothing: T) => Promise<T> {
  let known: Promise<void> | undefined;
  return async (nothing) => {
    known ??= secrets.requireNamespace().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    await known;
    return nothing;
  };
}

type Written = {readonly outcome: {readonly version: string} | 'conflict'; readonly createdAt?: string | undefined};

async function write(
  {secrets, clock}: KubernetesBackend,
  key: string,
  value: Uint8Array,
  seen: Version | undefined,
): Promise<Written> {
  const name = secretName(key);
  const parts = value.byteLength > PART_BYTES ? await writeParts({secrets, clock, name}, value) : undefined;
  parts?.assertFresh();
  const written = await compareAndSet(secrets, valueSecret(key, parts ?? value), seen);
  const left = written === undefined ? parts : seen?.parts;
  if (left !== undefined) await dropParts(secrets, name, left.generation);
  if (written === undefined) return {outcome: 'conflict'};
  const {uid, resourceVersion} = written;
  const version = versionText({uid, resourceVersion, ...defined({parts})});
  return {outcome: {version}, createdAt: parts?.createdAt};
}

async function compareAndSet(
  secrets: SecretObjects,
  secret: NewSecret,
  seen: Version | undefined,
): Promise<SecretVersion | undefined> {
  const outcome = seen === undefined ? await secrets.create(secret) : await secrets.replace(secret, seen);
  return outcome === 'taken' || outcome === 'moved' ? undefined : outcome;
}

async function remove(secrets: SecretObjects, key: string, expected: string): Promise<'deleted' | 'conflict'> {
  const seen = parseVersion(expected);
  if (seen === undefined) return 'conflict';
  const outcome = await secrets.delete(secretName(key), seen);
  if (outcome === 'moved') return 'conflict';
  if (seen.parts !== undefined) await dropParts(secrets, secretName(key), seen.parts.generation);
  return 'deleted';
}

async function guard<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw backendError(doing, error);
  }
}

/** Converts an error of the cluster's client to a failure of the backend. A failed write may have been executed, so the caller reads again. */
function backendError(doing: string, error: unknown): unknown {
  if (!(error instanceof GantryError) || error.failure.code !== 'cluster/unreachable') return error;
  const {server, detail} = error.failure;
  const hint = 'Check that the cluster can be reached, or name another backend with --backend.';
  return new GantryError({code: 'backend/io', detail: `cannot ${doing} at ${server}: ${detail}`, hint}, {cause: error});
}
