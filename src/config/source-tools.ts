import type {Source, SourceKind} from './sources/source.ts';

/** What reads the sources of a stack. */
export type SourceTools = {
  readonly source: (kind: SourceKind) => Promise<Source>;
  /** Between two files it is looked at: nothing is held, so that reading can end anywhere. */
  readonly signal?: AbortSignal;
};
