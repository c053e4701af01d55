import type {Kustomize} from '../ports/kustomize.ts';

/** What sources need beside files. */
export type SourceTools = {
  readonly kustomize: () => Promise<Kustomize>;
  /** Between two files it is looked at: nothing is held, so that reading can end anywhere. */
  readonly signal?: AbortSignal;
};
