/** A kustomization to build. */
export type KustomizeBuild = {
  /** The absolute path of the kustomization. */
  readonly directory: string;
  /** A digest of all inputs. Absent if not all inputs are known. Cached output is then not used. */
  readonly digest?: string | undefined;
  /** True if bases may be fetched: the build can use git, its credentials and the network. */
  readonly remote: boolean;
  /** True if the kustomization renders Helm charts. */
  readonly withHelm: boolean;
};

/** The output of kustomize. */
export type KustomizeBuilt = {
  /** The objects as YAML documents. */
  readonly text: string;
  /** Caches the output on disk for the next build with the same digest. Never call this for output that contains a secret. */
  readonly keep: () => Promise<void>;
};

/** The reason why there is no output. It contains the message of kustomize unchanged. */
export type KustomizeProblem = {readonly problem: string; readonly hint?: string | undefined};

/** Builds a kustomization with the installed program. */
export type Kustomize = (build: KustomizeBuild) => Promise<KustomizeBuilt | KustomizeProblem>;
