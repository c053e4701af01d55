/** Why a stored document is not believed. */
export type TrustProblem =
  /** It was changed, moved to another place, or written without the key. */
  | 'wrong-mac'
  /** It has none, and documents of this release history have one. */
  | 'no-mac'
  /** Made with another key than the backend has now, or than this machine knows. */
  | 'other-key'
  /** The key of the backend is gone. */
  | 'no-key'
  /** A real document of the past. */
  | 'replayed'
  /** There is none any more. */
  | 'gone';

/** What this machine knows of a release history. `file`: where it keeps that. */
export type KnownHere = {readonly revision: number; readonly file: string};

/** A stored document that is not believed. */
export type UntrustedDocument = {
  readonly code: 'release/untrusted';
  readonly key: string;
  readonly problem: TrustProblem;
  /** The newest revision that it leads to. */
  readonly found?: number;
  readonly known?: KnownHere;
};
