import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {Head} from '../../core/release/head.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {ReleaseKey} from '../../core/release/keys.ts';
import type {Release} from '../../core/release/release.ts';
import type {Backend} from '../../ports/backend.ts';
import {readHead, readLineage} from './read-head.ts';
import {isUseless, newestWhole, openHistory, readRelease} from './release-history.ts';
import {storedReleases} from './revisions.ts';

/** The state of a stored release history, also if most of it cannot be read. */
export type ExaminedHistory = {
  /** `lost`: no stored document shows that a run was ever recorded here. */
  readonly kind: 'healthy' | 'damaged' | 'lost';
  /** The lineage from the index. Absent if the index is lost or damaged. */
  readonly lineage?: string;
  readonly problems: readonly Failure[];
};

/**
 * Examines the stored release history of a stack. Damage is part of the result.
 * @throws GantryError release/newer-format, backend/io, and all other errors that are not damage
 */
export async function examineHistory(backend: Backend, names: HistoryNames): Promise<ExaminedHistory> {
  const index = await whole(() => readLineage(backend, names));
  if (index.problem !== undefined) return {kind: 'damaged', problems: [index.problem]};
  const lineage = index.value;
  if (lineage === undefined) return {kind: 'lost', problems: []};
  const opened = await whole(() => openHistory({backend, ...names}));
  if (opened.problem !== undefined) return {kind: 'damaged', lineage, problems: [opened.problem]};
  const {last, pending} = opened.value ?? {};
  return {kind: last === undefined && pending === undefined ? 'lost' : 'healthy', lineage, problems: []};
}

/** The documents stored under a lineage, whether or not an index refers to it. */
export type ExaminedLineage = {
  /** Absent if it does not exist or cannot be read. */
  readonly head?: Head | undefined;
  readonly stored: readonly ReleaseKey[];
  /** The newest readable record of a run. */
  readonly newest?: Release | undefined;
  /** True if the head and all releases that it refers to can be read. */
  readonly isWhole: boolean;
};

/**
 * Reads all documents of a lineage, including damaged ones.
 * @throws GantryError for errors that are not damage (backend/io)
 */
export async function examineLineage(backend: Backend, lineage: string): Promise<ExaminedLineage> {
  const stored = await storedReleases(backend, lineage);
  const head = await whole(async () => (await readHead(backend, lineage))?.head);
  const newest = await newestWhole(backend, lineage);
  const needed = head.value === undefined ? [] : pointersOf(head.value);
  const read = await Promise.all(needed.map((pointer) => whole(() => readRelease(backend, lineage, pointer))));
  return {
    head: head.value,
    stored,
    newest,
    isWhole: needed.length > 0 && read.every(({problem}) => problem === undefined),
  };
}

const pointersOf = ({release, pending}: Head): readonly {readonly key: string; readonly sha256: string}[] => [
  ...(release === undefined ? [] : [release]),
  ...(pending === undefined ? [] : [...(pending.earlier ?? []), pending]),
];

/** Returns damage as `problem`, and throws all other errors. */
async function whole<T>(read: () => Promise<T>): Promise<{readonly value?: T; readonly problem?: Failure}> {
  try {
    return {value: await read()};
  } catch (error) {
    if (error instanceof GantryError && isUseless(error.failure)) return {problem: error.failure};
    throw error;
  }
}
