import {readdir, readFile, rm, stat, utimes} from 'node:fs/promises';
import {join} from 'node:path';
import {digestOf} from '../../lib/digest-of.ts';
import {writePrivate} from '../../lib/write-private.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';

/** An archive of a chart in the cache. */
export type CachedArchive = {readonly path: string; readonly digest: string; readonly bytes: Buffer};

/** Archives of charts by their digest, with the proofs that belong to them. */
export type ChartCache = {
  /** Reads an archive, and checks its digest. A damaged one counts as missing. */
  readonly read: (digest: string) => Promise<CachedArchive | undefined>;
  readonly write: (bytes: Uint8Array) => Promise<CachedArchive | SourceProblem>;
  /** Reads a file that belongs to an archive: `prov`, `cosign`. */
  readonly readProof: (digest: string, kind: ProofKind) => Promise<Buffer | undefined>;
  readonly writeProof: (digest: string, kind: ProofKind, bytes: Uint8Array) => Promise<void>;
};

/** The kinds of proofs of an archive. */
export type ProofKind = 'prov' | 'cosign';

const MOST_BYTES = 2 ** 30;
const LONGEST_MS = 90 * 24 * 60 * 60_000;

/** Opens a cache in a directory that only its owner can read. Files are written atomically; what is unused for long is deleted. */
export function chartCache(directory: string, mostBytes = MOST_BYTES): ChartCache {
  const fileOf = (digest: string, ending: string): string =>
    join(directory, `${digest.replace('sha256:', '')}.${ending}`);
  const read = async (digest: string): Promise<CachedArchive | undefined> => {
    const path = fileOf(digest, 'tgz');
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes === undefined || digestOf(bytes) !== digest) return undefined;
    await touch(path);
    return {path, digest, bytes};
  };
  return {
    read,
    write: async (bytes) => {
      const digest = digestOf(bytes);
      const kept = await read(digest);
      if (kept !== undefined) return kept;
      const path = fileOf(digest, 'tgz');
      try {
        await writePrivate(path, bytes);
        await sweep(directory, path, mostBytes).catch(() => undefined);
        return {path, digest, bytes: Buffer.from(bytes)};
      } catch (error) {
        return {
          problem: `the cache of charts cannot be written: ${(error as Error).message}`,
          hint: `Make sure that you can write to ${directory} and that its disk has space.`,
        };
      }
    },
    readProof: async (digest, kind) => {
      const path = fileOf(digest, kind);
      await touch(path);
      return readFile(path).catch(() => undefined);
    },
    // A proof that is not kept is requested again.
    writeProof: (digest, kind, bytes) => writePrivate(fileOf(digest, kind), bytes).catch(() => undefined),
  };
}

/** Notes the use of a file, so that it is kept. */
async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

/** Deletes what was not used for long, and then the least recently used files until the rest is small enough. */
async function sweep(directory: string, kept: string, mostBytes: number): Promise<void> {
  const files = await Promise.all(
    (await readdir(directory)).map(async (name) => {
      const path = join(directory, name);
      const {mtimeMs, size} = await stat(path);
      return {path, mtimeMs, size};
    }),
  );
  let total = 0;
  for (const {path, mtimeMs, size} of files.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
    total += size;
    const isOld = Date.now() - mtimeMs > LONGEST_MS;
    if (path !== kept && (isOld || total > mostBytes)) await rm(path, {force: true});
  }
}
