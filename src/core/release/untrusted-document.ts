/** The reason why a stored document is not trusted. */
export type TrustProblem =
  /** The document was changed, moved to another place, or written without the key. */
  | 'wrong-mac'
  /** The document has no MAC, but documents of this release history have one. */
  | 'no-mac'
  /** The MAC was made with another key than that of the backend, or than this machine knows. */
  | 'other-key'
  /** The document was sealed with a data key that the backend does not have (any more). */
  | 'other-data-key'
  /** The key of the backend is gone. */
  | 'no-key'
  /** The document is genuine but older than the newest known one. */
  | 'replayed'
  /** Live objects have values that Gantry wrote after the newest release that the document leads to. */
  | 'older-than-cluster'
  /** The document no longer exists. */
  | 'gone';

/** The knowledge of this machine about a release history, and the file that stores it. */
export type KnownHere = {readonly revision: number; readonly file: string};

/** A stored document that is not trusted. */
export type UntrustedDocument = {
  readonly code: 'release/untrusted';
  readonly key: string;
  readonly problem: TrustProblem;
  /** The newest revision that it leads to. */
  readonly found?: number;
  readonly known?: KnownHere;
  /** The number that the newest release names. */
  readonly released?: number;
  /** Live objects that are newer, with a field of each. */
  readonly objects?: readonly string[];
};
