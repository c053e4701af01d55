import {readFile, stat, utimes} from 'node:fs/promises';
import {join} from 'node:path';
import {type IndexedChart, type IndexedVersion, KEPT_INDEXES} from '../../../core/chart/chart-index.ts';
import {sha256} from '../../../lib/sha256.ts';
import {writePrivate} from '../../../lib/write-private.ts';

/** A version of a chart with its archive. */
export type KeptVersion = IndexedVersion & {
  /** Addresses of its archive, which may be relative to the index. */
  readonly urls: readonly string[];
  /** The digest of the archive: `sha256:…`. */
  readonly digest?: string;
};

/** A chart in an index, with what fetches need. */
export type KeptChart = Omit<IndexedChart, 'versions'> & {readonly versions: readonly KeptVersion[]};

/** A repository's index as this machine keeps it: only what searches and fetches need. */
export type KeptIndex = {
  /** The validators of the answer that it was made from. */
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  readonly charts: readonly KeptChart[];
};

/** The kept index with the time when the repository last confirmed it. */
export type ConfirmedIndex = KeptIndex & {readonly confirmedAt: Date};

/** The directory of the kept indexes in `$GANTRY_HOME`. */
export const indexDirectory = (home: string): string => join(home, KEPT_INDEXES);

const FORMAT = 2;

/** Returns the path of a kept index. The address is not in it, because its query may be secret. */
const fileOf = (directory: string, repository: string): string => join(directory, `${sha256(repository)}.json`);

/** Reads the kept index of a repository; undefined if no usable index is stored. */
export async function readKept(directory: string, repository: string): Promise<ConfirmedIndex | undefined> {
  const file = fileOf(directory, repository);
  try {
    const kept = JSON.parse(await readFile(file, 'utf8')) as KeptIndex & {readonly formatVersion?: unknown};
    if (kept.formatVersion !== FORMAT) return undefined;
    return {...kept, confirmedAt: (await stat(file)).mtime};
  } catch {
    return undefined;
  }
}

/** Keeps an index. Only the owner of the home can read it, because the repository may be private. Errors only cost time later. */
export async function writeKept(directory: string, repository: string, kept: KeptIndex): Promise<void> {
  const text = JSON.stringify({formatVersion: FORMAT, ...kept});
  await writePrivate(fileOf(directory, repository), text).catch(() => undefined);
}

/** Notes that the repository confirmed the kept index. */
export async function confirmKept(directory: string, repository: string, at: Date): Promise<void> {
  await utimes(fileOf(directory, repository), at, at).catch(() => undefined);
}
