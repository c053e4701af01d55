import {randomBytes} from 'node:crypto';
import {GantryError} from '../../core/failure/failure.ts';
import {damaged} from '../../core/release/document.ts';
import {untrusted} from '../../core/release/untrusted.ts';
import {type DataKey, openAt, type SealedText, sealAt} from '../../core/sealing/sealed-text.ts';
import {
  decodeSealing,
  encodeSealing,
  SEALING_KEY,
  type SealingDocument,
  type WrappedKey,
} from '../../core/sealing/sealing-document.ts';
import {Secret} from '../../core/secret/secret.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {KeyWrapper, NoDataKey} from '../../ports/key-wrapper.ts';
import {settledPut} from '../release/settled-put.ts';

/** The data keys of a sealed backend, unwrapped. */
export type DataKeys = {
  readonly document: SealingDocument;
  /** The version of the document in the backend. */
  readonly version: string;
  /** The key of the newest generation. New texts are sealed with it. */
  readonly current: DataKey;
  readonly earlier: readonly DataKey[];
};

/** Caches the data keys of each backend: one unwrap is a request to a KMS, or some tenths of a second for a passphrase. */
const OPENED = new WeakMap<Backend, Promise<DataKeys | undefined>>();

/**
 * Returns the data keys of a backend, unwrapped once in a run; undefined if the backend is not sealed.
 * @throws GantryError backend/sealed without a key that opens it; release/damaged, release/untrusted
 */
export function dataKeys(backend: Backend): Promise<DataKeys | undefined> {
  return OPENED.get(backend) ?? remember(backend, readKeys(backend));
}

/** Caches keys, but no failure: the next call tries again. */
function remember(backend: Backend, opened: Promise<DataKeys | undefined>): Promise<DataKeys | undefined> {
  OPENED.set(backend, opened);
  opened.catch(() => OPENED.delete(backend));
  return opened;
}

/** Reads the data keys again, because another run may have made a new generation. An unchanged data key is not unwrapped again. */
export async function refreshDataKeys(backend: Backend): Promise<DataKeys | undefined> {
  const known = await OPENED.get(backend)?.catch(() => undefined);
  return remember(backend, readKeys(backend, known));
}

/** Caches the data keys that this run has made and stored. */
export const rememberDataKeys = (backend: Backend, made: DataKeys): void =>
  void OPENED.set(backend, Promise.resolve(made));

/** Drops the cached data keys, because the backend was replaced. */
export const forgetDataKeys = (backend: Backend): void => void OPENED.delete(backend);

async function readKeys(backend: Backend, known?: DataKeys): Promise<DataKeys | undefined> {
  const stored = await backend.get(SEALING_KEY);
  if (stored === undefined) return undefined;
  if (known?.version === stored.version) return known;
  const {document, isMadeWith} = decodeSealing(stored.value);
  const key = isSameKey(document, known) ? known.current.key : await unwrap(backend, document);
  if (!isMadeWith(key)) throw untrusted(SEALING_KEY, 'wrong-mac');
  return {document, version: stored.version, ...keysOf(document, key)};
}

/** Reports whether a document wraps the known data key in the same way: only its earlier keys were dropped. */
const isSameKey = ({keys}: SealingDocument, known: DataKeys | undefined): known is DataKeys =>
  known !== undefined && canonicalJson(keys) === canonicalJson(known.document.keys);

function keysOf({generation, earlier}: SealingDocument, key: Secret): Pick<DataKeys, 'current' | 'earlier'> {
  return {
    current: {generation, key},
    earlier: earlier.map(({generation: older, sealed}) => {
      const opened = openAt(placeOf(older), key, {generation, text: sealed});
      if (opened === undefined) throw untrusted(SEALING_KEY, 'wrong-mac');
      return {generation: older, key: new Secret(opened)};
    }),
  };
}

const placeOf = (generation: number): string => `${SEALING_KEY} ${generation}`;

/** Unwraps the data key with the first wrapper that can. */
async function unwrap(backend: Backend, {keys}: SealingDocument): Promise<Secret> {
  const problems: NoDataKey[] = [];
  for (const wrapped of keys) {
    const found = await wrapperFor(backend, wrapped)?.unwrap(wrapped);
    if (found instanceof Secret) {
      if (/^[0-9a-f]{64}$/.test(found.reveal())) return found;
      throw damaged(SEALING_KEY, 'it wraps something that is not a data key');
    }
    problems.push(found ?? undeclared(wrapped));
  }
  throw cannotOpen(backend, problems);
}

const cannotOpen = ({name}: Backend, problems: readonly NoDataKey[]): GantryError =>
  new GantryError({
    code: 'backend/sealed',
    backend: name,
    problems: problems.map(({because}) => because),
    ...defined({hint: problems.find(({hint}) => hint !== undefined)?.hint}),
  });

const wrapperFor = ({encryption}: Backend, {kind}: WrappedKey): KeyWrapper | undefined =>
  [...(encryption?.declared ?? []), ...(encryption?.undeclared ?? [])].find((one) => one.kind === kind);

const undeclared = ({kind, recipients}: WrappedKey): NoDataKey => ({
  because: `it is sealed with ${recipients.join(', ')} (${kind}), which this configuration does not declare`,
  hint: `Declare \`encryption: {${kind}: …}\` beside the backend: a stored document must not choose the server that gets your credentials.`,
});

/** Makes the first data key of a backend, wrapped for its declared recipients. A concurrent run may be faster: its key is used. */
export async function firstDataKeys(backend: Backend): Promise<DataKeys> {
  const {document, current, earlier} = await newGeneration(backend, undefined);
  const outcome = await settledPut(backend, SEALING_KEY, encodeSealing(document, current.key), undefined);
  if (outcome === 'conflict') {
    const winner = await refreshDataKeys(backend);
    if (winner === undefined) throw damaged(SEALING_KEY, 'it was deleted while this run created it');
    return winner;
  }
  const made = {document, version: outcome.version, current, earlier};
  rememberDataKeys(backend, made);
  return made;
}

/** Makes a data key for the declared recipients, which seals the keys of the generations before it. Nothing is written. */
export async function newGeneration(
  backend: Backend,
  before: DataKeys | undefined,
): Promise<Omit<DataKeys, 'version'>> {
  const current = {
    generation: (before?.document.generation ?? 0) + 1,
    key: new Secret(randomBytes(32).toString('hex')),
  };
  const keys = await wrapByAll(backend, current.key);
  const olds = before === undefined ? [] : [before.current, ...before.earlier];
  const document = {generation: current.generation, keys, earlier: olds.map((old) => earlierKey(old, current))};
  // A user who cannot open the new key would be locked out, and could not finish.
  const own = await unwrap(backend, document);
  if (own.reveal() !== current.key.reveal()) throw new Error('a wrapper returned another key than it wrapped');
  return {document, current, earlier: olds};
}

async function wrapByAll(backend: Backend, key: Secret): Promise<readonly WrappedKey[]> {
  const made = await Promise.all(
    (backend.encryption?.declared ?? []).map(async ({kind, recipients, wrap}) => ({
      kind,
      recipients,
      to: await wrap(key),
    })),
  );
  const problems = made.flatMap(({to}) => (typeof to === 'string' ? [] : [to]));
  if (problems.length > 0) throw cannotOpen(backend, problems);
  return made.flatMap(({to, ...one}) => (typeof to === 'string' ? [{...one, wrapped: to}] : []));
}

const earlierKey = ({generation, key}: DataKey, current: DataKey): SealingDocument['earlier'][number] => ({
  generation,
  sealed: sealAt(placeOf(generation), current, key.reveal()).text,
});

/**
 * Opens a text that was sealed for a place in this backend.
 * @throws GantryError backend/sealed; release/untrusted if it was changed or moved, or sealed by an unknown key
 */
export async function openSealed(backend: Backend, place: string, sealed: SealedText): Promise<string> {
  const find = (keys: DataKeys | undefined) =>
    keys && [keys.current, ...keys.earlier].find(({generation}) => generation === sealed.generation);
  const key = find(await dataKeys(backend)) ?? find(await refreshDataKeys(backend));
  if ((await dataKeys(backend)) === undefined) throw noDataKey(place);
  if (key === undefined) throw untrusted(place, 'other-data-key');
  const opened = openAt(place, key.key, sealed);
  if (opened === undefined) throw untrusted(place, 'wrong-mac');
  return opened;
}

/** Returns the failure for a sealed document in a backend that has lost its data key. */
export const noDataKey = (place: string): GantryError =>
  damaged(SEALING_KEY, `it does not exist, but ${place} is sealed with the data key in it`);
