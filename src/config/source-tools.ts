import type {RuntimeRegistry} from '../ports/runtime-registry.ts';
import type {Source, SourceKind} from './sources/source.ts';

/** What reads the sources of a stack. */
export type SourceTools = {
  readonly source: (kind: SourceKind) => Promise<Source>;
  /** The types of resources that a source may hold; without it Kubernetes objects alone. */
  readonly runtimes?: RuntimeRegistry;
  /** Between two files it is looked at: nothing is held, so that reading can end anywhere. */
  readonly signal?: AbortSignal;
};
