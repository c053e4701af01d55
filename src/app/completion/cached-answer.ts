import {join} from 'node:path';
import {readCached, writeCached} from '../../config/completion/cache-file.ts';
import {isUnchanged, type Source} from '../../config/completion/source.ts';
import {sha256} from '../../lib/sha256.ts';
import type {Sourced} from './place.ts';

type CachedAnswer<T> = {
  /** The directory of the cache. Absent: there is none. */
  readonly cache: string | undefined;
  /** The inputs of the answer besides files. */
  readonly key: readonly (string | undefined)[];
  /** Reports whether a value from the cache is complete. */
  readonly isValid: (value: unknown) => value is T;
};

/** Returns a cached answer if none of its sources has changed. Otherwise finds it, and caches it. */
export async function cachedAnswer<T>(
  {cache, key, isValid}: CachedAnswer<T>,
  find: () => Promise<Sourced<T>>,
): Promise<T> {
  const name = `${sha256(JSON.stringify(key)).slice(0, 32)}.json`;
  const kept = cache === undefined ? undefined : (readCached(join(cache, name)) as Kept | null | undefined);
  if (kept?.formatVersion === FORMAT && isValid(kept.value) && isFresh(kept.sources)) return kept.value;
  const {value, sources} = await find();
  if (cache !== undefined && sources !== undefined)
    await writeCached(cache, name, {formatVersion: FORMAT, sources, value});
  return value;
}

const FORMAT = 1;

type Kept = {readonly formatVersion?: unknown; readonly sources?: unknown; readonly value?: unknown};

function isFresh(sources: unknown): boolean {
  try {
    return Array.isArray(sources) && sources.length > 0 && (sources as readonly Source[]).every(isUnchanged);
  } catch {
    return false;
  }
}
