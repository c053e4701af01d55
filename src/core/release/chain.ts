import type {Head} from './head.ts';
import type {ReleaseKey} from './keys.ts';
import type {Previous} from './previous.ts';
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
