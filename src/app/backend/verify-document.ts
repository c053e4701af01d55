import {parseWorkspaceText} from '../../config/workspace-file.ts';
import {damaged} from '../../core/release/document.ts';
import {
  HMAC_KEY,
  headKey,
  INDEX_PREFIX,
  isTerraformKey,
  parseIndexKey,
  parseReleaseKey,
  parseSealedKey,
  prunedKey,
  SHARED_PREFIX,
  WORKSPACES_PREFIX,
} from '../../core/release/keys.ts';
import {RESTORES_KEY} from '../../core/release/restores.ts';
import {SEALING_KEY} from '../../core/sealing/sealing-document.ts';
import {knownKey} from '../../engine/release/hmac-key.ts';
import {readLock} from '../../engine/release/lock-record.ts';
import {readPruned} from '../../engine/release/note-pruned.ts';
import {readHead, readIndex} from '../../engine/release/read-head.ts';
import {readRelease} from '../../engine/release/release-history.ts';
import {readRestores} from '../../engine/release/restores.ts';
import {dataKeys, openSealed} from '../../engine/sealing/data-keys.ts';
import {decodeSealed} from '../../engine/sealing/sealed-literals.ts';
import {decodeNumbered, noteReleasedStates, refuseOlderState} from '../../engine/sealing/state-numbers.ts';
import {externalAt} from '../../engine/shared/external-resources.ts';
import type {Backend} from '../../ports/backend.ts';
import {pinAt} from '../workspace/stored-pin.ts';

/** The use of a document: the lineage that it leads to or belongs to, and the run whose values it has. */
export type VerifiedDocument = {
  readonly kind: 'index' | 'release' | 'sealed' | 'lock' | 'other' | 'foreign';
  readonly lineage?: string;
  readonly run?: string;
};

/**
 * Reads one document of a backend as a run would, with its digest, its MAC, and the documents that it names. `foreign`: Gantry does not
 * write this key.
 * @throws GantryError for a document that no run would accept
 */
export async function verifyDocument(backend: Backend, key: string): Promise<VerifiedDocument> {
  const [root = ''] = key.split('/', 1);
  const verify = VERIFY[`${root}/`];
  return verify === undefined ? {kind: 'foreign'} : verify(backend, key);
}

type Verify = (backend: Backend, key: string) => Promise<VerifiedDocument>;

const verifyIndex: Verify = async (backend, key) => {
  const names = parseIndexKey(key);
  if (names === undefined) return {kind: 'foreign'};
  const found = await readIndex(backend, names);
  if (found === undefined) return {kind: 'other'};
  const {lineage, movedTo} = found.entry;
  if (movedTo === undefined && (await readHead(backend, lineage)) === undefined)
    throw damaged(key, `it leads to the lineage ${lineage}, which has no head`);
  return {kind: 'index', lineage};
};

const verifyRelease: Verify = async (backend, key) => {
  const lineage = decodeURIComponent(key.split('/')[1] ?? '');
  const sealed = parseSealedKey(key);
  if (sealed !== undefined) {
    const stored = await backend.get(key);
    if (stored !== undefined) await openSealed(backend, key, decodeSealed(key, stored.value));
    return {kind: 'sealed', ...sealed};
  }
  const named = parseReleaseKey(key);
  if (named !== undefined) {
    // A run may have deleted it since it was listed.
    if ((await backend.get(key)) !== undefined) await readRelease(backend, lineage, {key});
    return {kind: 'release', lineage, run: `${named.revision}-${named.epoch}`};
  }
  if (key.endsWith('/before-macs.json')) return {kind: 'other'};
  if (key === prunedKey(lineage)) {
    await readPruned(backend, lineage);
    return {kind: 'other'};
  }
  if (!key.endsWith('/head.json')) return {kind: 'foreign'};
  await verifyHead(backend, lineage);
  return {kind: 'other'};
};

/** Reads the head of a lineage, and the releases that it names. */
async function verifyHead(backend: Backend, lineage: string): Promise<void> {
  const head = (await readHead(backend, lineage))?.head;
  const pointers = [head?.release, head?.pending, ...(head?.pending?.earlier ?? [])];
  for (const pointer of pointers) if (pointer !== undefined) await readRelease(backend, lineage, pointer);
  const {restored} = head ?? {};
  if (restored !== undefined && !(await readRestores(backend)).some(({at}) => at === restored))
    throw damaged(RESTORES_KEY, `it does not contain the restore of ${restored}, which ${headKey(lineage)} names`);
}

/** Opens a Terraform state, and compares its number with that in the newest release. */
async function verifyState(backend: Backend, key: string, value: Uint8Array): Promise<void> {
  const lineage = decodeURIComponent(key.split('/')[1] ?? '');
  const opened = decodeNumbered(await openSealed(backend, key, decodeSealed(key, value)));
  const newest = (await readHead(backend, lineage))?.head.release;
  if (newest !== undefined) noteReleasedStates(backend, [await readRelease(backend, lineage, newest)]);
  refuseOlderState(backend, lineage, opened);
}

const VERIFY: Readonly<Record<string, Verify>> = {
  'keys/': async (backend, key) => {
    if (key === HMAC_KEY) await knownKey(backend);
    else if (key === SEALING_KEY) await dataKeys(backend);
    else if (key === RESTORES_KEY) await readRestores(backend);
    else return {kind: 'foreign'};
    return {kind: 'other'};
  },
  [INDEX_PREFIX]: verifyIndex,
  'releases/': verifyRelease,
  'terraform/': async (backend, key) => {
    if (!isTerraformKey(key)) return {kind: 'foreign'};
    const stored = await backend.get(key);
    if (stored !== undefined) await verifyState(backend, key, stored.value);
    return {kind: 'other'};
  },
  'locks/': async (backend, key) => {
    const lineage = decodeURIComponent(key.slice('locks/'.length, -'.json'.length));
    await readLock(backend, lineage);
    return {kind: 'lock', lineage};
  },
  'unlocks/': async () => ({kind: 'other'}),
  'pins/': async (backend, key) => {
    await pinAt(backend, key);
    return {kind: 'other'};
  },
  [SHARED_PREFIX]: async (backend, key) => {
    await externalAt(key, backend);
    return {kind: 'other'};
  },
  [WORKSPACES_PREFIX]: async (backend, key) => {
    const stored = await backend.get(key);
    if (stored !== undefined) parseWorkspaceText(new TextDecoder().decode(stored.value), key);
    return {kind: 'other'};
  },
};
