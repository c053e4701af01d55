import type {Kustomize} from '../ports/kustomize.ts';
import type {RuntimeRegistry} from '../ports/runtime-registry.ts';

/** What sources need beside files. */
export type SourceTools = {
  /** The types of resources that a source may hold; without it Kubernetes objects alone. */
  readonly runtimes?: RuntimeRegistry;
  readonly kustomize: () => Promise<Kustomize>;
  /** Between two files it is looked at: nothing is held, so that reading can end anywhere. */
  readonly signal?: AbortSignal;
};
