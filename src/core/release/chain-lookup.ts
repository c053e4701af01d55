import {defined} from '../../lib/defined.ts';
import type {Chain, ChainDocument, ChainFault} from './chain.ts';
import type {ReleasePointer} from './head.ts';
import {parseReleaseKey, type ReleaseKey} from './keys.ts';
import {latestRecords} from './latest-records.ts';
import type {Previous} from './previous.ts';

/** The target of a link: a stored document, or a pruned one with its own link. `all`: the releases before it are pruned too. */
export type Linked = {readonly document: ChainDocument} | {readonly pruned: {readonly previous?: Previous} | 'all'};

/** The documents of a chain by their keys, and the faults found so far. */
export type ChainLookup = {
  /** Finds what a link of the document `by` names, and compares its digest. */
  readonly find: (pointer: ReleasePointer, by: string) => Linked | undefined;
  readonly fault: (problem: ChainFault['problem'], key: string, namedBy?: string) => void;
  readonly faults: readonly ChainFault[];
  /** The record that counts for each revision, newest first. */
  readonly records: readonly ChainDocument[];
  /** Reports whether a link reached a document, or it may be gone. */
  readonly isKnown: (key: ReleaseKey) => boolean;
  readonly isReached: (key: ReleaseKey) => boolean;
};

/** Returns the lookup of a chain. */
export function chainLookup({documents, pruned}: Chain): ChainLookup {
  const byKey = new Map(documents.map((one) => [one.key, one]));
  const holes = new Map(pruned?.between.map((one) => [one.key, one]));
  const upTo = pruned?.upTo ?? 0;
  const reached = new Set<string>();
  const faults: ChainFault[] = [];

  const fault: ChainLookup['fault'] = (problem, key, namedBy) => {
    faults.push({key, revision: parseReleaseKey(key)?.revision ?? 0, problem, ...defined({namedBy})});
  };

  const find: ChainLookup['find'] = ({key, sha256}, by) => {
    // The record of a run stands for its intent.
    const record = key.replace(/-pending\.json$/, '.json');
    reached.add(key).add(record);
    const document = byKey.get(key) ?? byKey.get(record);
    if (document === undefined) {
      if ((parseReleaseKey(key)?.revision ?? 0) <= upTo) return {pruned: 'all'};
      const hole = holes.get(key) ?? holes.get(record);
      if (hole !== undefined) return {pruned: hole};
      fault('missing', key, by);
      return undefined;
    }
    if (document.isReadable && document.key === key && document.sha256 !== sha256) fault('changed', key, by);
    return {document};
  };

  const isReached = ({key}: ReleaseKey): boolean => reached.has(key);
  return {
    find,
    fault,
    faults,
    records: latestRecords(documents).flatMap(({key}) => byKey.get(key) ?? []),
    isKnown: (one) => isReached(one) || one.revision <= upTo || holes.has(one.key),
    isReached,
  };
}
