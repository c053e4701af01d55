import {isObject, type JsonObject} from '../../core/json.ts';
import {FORMAT_VERSION, parseDocument} from '../../core/release/document.ts';
import {earlierKey, headKey} from '../../core/release/keys.ts';
import {isMac, type Mac, macOf} from '../../core/release/mac.ts';
import {untrusted} from '../../core/release/untrusted.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import {sha256} from '../../lib/sha256.ts';
import type {Backend} from '../../ports/backend.ts';
import {checkMac} from './check-mac.ts';
import {hasMac} from './pack.ts';
import {readHead} from './read-head.ts';
import {storedReleases} from './revisions.ts';
import {settledPut} from './settled-put.ts';

const AT_ONCE = 8;

/**
 * Records the digests of all releases without a MAC, under one MAC, before the first head with a MAC is written. These releases
 * are then trusted as they were at that time. A release that is added or changed later is not trusted. Call this under the lock,
 * for a head without a MAC.
 * @throws GantryError release/untrusted if a release has a MAC, because the MAC of the head was then removed
 */
export async function recordEarlier(backend: Backend, lineage: string, key: Secret): Promise<void> {
  const stored = await storedReleases(backend, lineage);
  const digests = await mapLimited(stored, AT_ONCE, (one) => digestOf(backend, one.key));
  const found = digests.flat();
  if (found.some(({isSigned}) => isSigned)) throw untrusted(headKey(lineage), 'no-mac');
  if (found.length === 0) return;
  const document = {
    formatVersion: FORMAT_VERSION,
    lineage,
    releases: Object.fromEntries(found.map((one) => [one.key, one.digest])),
  };
  const place = {kind: 'earlier', lineage} as const;
  const text = canonicalJson({...document, mac: macOf(key, place, document)});
  const before = await backend.get(earlierKey(lineage));
  await settledPut(backend, earlierKey(lineage), new TextEncoder().encode(`${text}\n`), before?.version);
}

type Digested = {readonly key: string; readonly digest: string; readonly isSigned: boolean};

/** Returns the digest of a stored release. A release that cannot be read counts as unsigned, and is trusted neither now nor later. */
async function digestOf(backend: Backend, key: string): Promise<readonly Digested[]> {
  const stored = await backend.get(key);
  if (stored === undefined) return [];
  const digest = sha256(stored.value);
  try {
    return [{key, digest, isSigned: hasMac(key, stored.value)}];
  } catch {
    return [{key, digest, isSigned: false}];
  }
}

type Unsigned = {
  readonly backend: Backend;
  readonly lineage: string;
  readonly key: string;
  readonly value: Uint8Array;
};

/**
 * Checks that a release without a MAC can be trusted: it was recorded before MACs existed, the head contains its digest, or no
 * document of this release history has a MAC yet.
 * @throws GantryError release/untrusted
 */
export async function checkEarlier({backend, lineage, key, value}: Unsigned): Promise<void> {
  const digest = sha256(value);
  const digests = await readEarlier(backend, lineage);
  if (digests?.[key] === digest) return;
  const head = (await readHead(backend, lineage))?.head;
  if (digests === undefined && head?.mac === undefined) return;
  const named = [head?.release, head?.pending, ...(head?.pending?.earlier ?? [])];
  if (head?.mac !== undefined && named.some((one) => one?.key === key && one.sha256 === digest)) return;
  throw untrusted(key, 'no-mac');
}

async function readEarlier(backend: Backend, lineage: string): Promise<JsonObject | undefined> {
  const key = earlierKey(lineage);
  const stored = await backend.get(key);
  if (stored === undefined) return undefined;
  const {mac, ...document} = parseDocument(key, stored.value);
  if (!isMac(mac)) throw untrusted(key, mac === undefined ? 'no-mac' : 'wrong-mac');
  await checkMac(backend, {key, mac: mac as Mac, place: {kind: 'earlier', lineage}, document});
  const {releases} = document;
  return isObject(releases) ? releases : {};
}
