import type {Release} from '../core/release/release.ts';
import type {Secret} from '../core/secret/secret.ts';
import type {ClusterFacts} from './cluster-facts.ts';

/** The last release of a stack, and the key of its digests. */
export type StackPast = {
  /** The last release; undefined before the first one. */
  readonly release: Release | undefined;
  /** The key of digests in releases. */
  readonly digestKey: Secret;
};

/** The read-only questions that a source may ask during a build: the cluster, and the last release of the stack. */
export type SourceFacts = ClusterFacts & {readonly past: () => Promise<StackPast>};
