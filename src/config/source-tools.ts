import type {Kustomize} from '../ports/kustomize.ts';

/** What sources need beside files. */
export type SourceTools = {
  readonly kustomize: () => Promise<Kustomize>;
};
