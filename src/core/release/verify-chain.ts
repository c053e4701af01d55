import {defined} from '../../lib/defined.ts';
import type {Head, ReleasePointer} from './head.ts';
import {headKey, parseReleaseKey, type ReleaseKey} from './keys.ts';
import {latestRecords} from './latest-records.ts';
import {type Previous, previousOf} from './previous.ts';
import type {PrunedRecord} from './pruned-record.ts';

/** A stored document of a release history, with what the chain needs of it. */
export type ChainDocument = ReleaseKey & {
  /** The digest of its stored bytes. */
  readonly sha256: string;
  /** False if it is damaged or not trusted. That is reported elsewhere. */
  readonly isReadable: boolean;
  readonly previous?: Previous;
  readonly isRebuilt?: boolean;
};

/** The stored documents of one release history. */
export type Chain = {
  readonly lineage: string;
  readonly documents: readonly ChainDocument[];
  /** Absent if it is missing, or not trusted. */
  readonly head: Head | undefined;
  readonly pruned: PrunedRecord | undefined;
};

/** A fault of a chain, at the document `key`. */
export type ChainFault = {
  readonly key: string;
  readonly revision: number;
  readonly problem: /** A later document names it, and it does not exist. */
    | 'missing'
    /** A later document names another digest. */
    | 'changed'
    /** A record that the releases after it do not name. */
    | 'fork'
    /** A record that names no release before it, although earlier ones are stored. */
    | 'no-link'
    /** A record that names a release which is not older. */
    | 'order';
  /** The document that names it. */
  readonly namedBy?: string;
};

/** The revision at which a part of a chain begins, or is broken, and why nothing before it is linked. */
export type ChainStart = {
  readonly revision: number;
  readonly because: 'first' | 'pruned' | 'rebuilt' | 'earlier-version' | 'unreadable';
};

/** The result of following a chain from its head to its first release. */
export type VerifiedChain = {
  readonly faults: readonly ChainFault[];
  /** The parts of the chain, newest first. A history that is whole has one, and one more for each rebuild without a head. */
  readonly starts: readonly ChainStart[];
  /** The number of revisions that are stored, and of those that the chain names by digest. */
  readonly releases: number;
  readonly linked: number;
};

/** Follows the digests from the head to the first release. Each document must be what the one after it names. */
export function verifyChain(chain: Chain): VerifiedChain {
  const walk = walker(chain);
  let end = walk.follow(chain.head === undefined ? undefined : previousOf(chain.head), {
    key: headKey(chain.lineage),
    revision: Number.MAX_SAFE_INTEGER,
    isRebuilt: false,
  });
  for (;;) {
    const before = walk.newestBefore(end.revision);
    walk.close(end, before);
    if (before === undefined || end.because === 'earlier-version') break;
    end = walk.follow({release: {key: before.key, sha256: before.sha256}}, {...before, isRebuilt: false});
  }
  return walk.result(end);
}

type At = Pick<ChainDocument, 'key' | 'revision' | 'isRebuilt'>;
type End = At & {readonly because: ChainStart['because'] | 'at-head'};

function walker({documents, pruned, head, lineage}: Chain) {
  const byKey = new Map(documents.map((one) => [one.key, one]));
  const holes = new Map(pruned?.between.map((one) => [one.key, one]));
  const reached = new Set<string>();
  const faults: ChainFault[] = [];
  const starts: ChainStart[] = [];
  const records = latestRecords(documents);
  const upTo = pruned?.upTo ?? 0;

  const fault = (problem: ChainFault['problem'], key: string, namedBy?: string): void => {
    const revision = parseReleaseKey(key)?.revision ?? 0;
    faults.push({key, revision, problem, ...defined({namedBy})});
  };

  /** Finds what a link names: the document, a pruned one, or nothing. The record of a run stands for its intent. */
  const find = ({key, sha256}: ReleasePointer, by: At): ChainDocument | 'pruned' | undefined => {
    const record = recordKey(key);
    const found = byKey.get(key) ?? byKey.get(record);
    reached.add(key).add(record);
    if (found === undefined) {
      if ((parseReleaseKey(key)?.revision ?? 0) <= upTo || holes.has(key) || holes.has(record)) return 'pruned';
      fault('missing', key, by.key);
      return undefined;
    }
    if (found.isReadable && found.key === key && found.sha256 !== sha256) fault('changed', key, by.key);
    return found;
  };

  const follow = (first: Previous | undefined, from: At): End => {
    let [previous, at] = [first, from];
    for (;;) {
      for (const intent of previous?.interrupted ?? []) find(intent, at);
      const pointer = previous?.release;
      if (pointer === undefined) return endOf(previous, at);
      const named = parseReleaseKey(pointer.key);
      if (named === undefined || named.revision > at.revision || (at !== from && named.revision === at.revision)) {
        fault('order', at.key, pointer.key);
        return {...at, because: 'unreadable'};
      }
      const found = find(pointer, at);
      const hole = holes.get(pointer.key);
      if (found === 'pruned' && (hole === undefined || named.revision <= upTo)) return {...at, because: 'pruned'};
      at = {key: pointer.key, revision: named.revision, isRebuilt: found !== 'pruned' && found?.isRebuilt === true};
      if (found === undefined) return {...at, because: 'unreadable'};
      if (found !== 'pruned' && !found.isReadable) return {...at, because: 'unreadable'};
      previous = found === 'pruned' ? hole?.previous : found.previous;
    }
  };

  const isKnown = ({key, revision}: ReleaseKey): boolean => reached.has(key) || revision <= upTo || holes.has(key);

  return {
    follow,
    /** Returns the newest record before a revision that no link has reached. */
    newestBefore: (revision: number): ChainDocument | undefined => {
      const found = records.find((one) => one.revision < revision && !one.pending && !isKnown(one));
      return found === undefined ? undefined : byKey.get(found.key);
    },
    /** Records where a part of the chain begins. The part must not hide releases before it. */
    close: (end: End, before: ChainDocument | undefined): void => {
      if (end.because === 'at-head') {
        if (before !== undefined) fault(head === undefined ? 'missing' : 'no-link', end.key);
        return;
      }
      starts.push({revision: end.revision, because: end.because});
      const isHiding =
        end.because === 'first' ||
        (end.because === 'earlier-version' &&
          records.some(
            (one) => one.revision < end.revision && one.revision > upTo && byKey.get(one.key)?.previous !== undefined,
          ));
      if (before !== undefined && isHiding) fault('no-link', end.key);
    },
    result: (last: End): VerifiedChain => {
      const lowest = last.because === 'earlier-version' ? last.revision : 0;
      for (const one of documents)
        if (!one.pending && one.isReadable && one.revision >= lowest && !isKnown(one)) fault('fork', one.key);
      return {faults, starts, releases: records.length, linked: records.filter(({key}) => reached.has(key)).length};
    },
  };

  function endOf(previous: Previous | undefined, at: At): End {
    if (at.key === headKey(lineage)) return {...at, because: 'at-head'};
    if (previous === undefined) return {...at, because: 'earlier-version'};
    return {...at, because: at.isRebuilt ? 'rebuilt' : 'first'};
  }
}

const recordKey = (key: string): string => key.replace(/-pending\.json$/, '.json');
