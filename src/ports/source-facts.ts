import type {RecordedRuns} from '../core/hook/was-installed.ts';
import type {Secret} from '../core/secret/secret.ts';
import type {ClusterFacts} from './cluster-facts.ts';

/** The recorded runs of a stack, and the key of their digests. */
export type StackPast = RecordedRuns & {
  /** The key of digests in releases. */
  readonly digestKey: Secret;
};

/** The read-only questions that a source may ask during a build: the cluster, the recorded runs of the stack, and secrets. */
export type SourceFacts = ClusterFacts & {
  readonly past: () => Promise<StackPast>;
  /** Reads a secret of the workspace's stores, for a program that must have its value. */
  readonly secretOf: (uri: string) => Promise<RevealedSecret>;
};

/** A secret that a source reads, or the reason why it cannot be read. */
export type RevealedSecret = {readonly value: Secret} | {readonly because: string; readonly hint?: string | undefined};
