/** One kustomization to be built. */
export type KustomizeBuild = {
  /** Absolute. */
  readonly directory: string;
  /** A digest of all that it is made of. Absent: not all of that is known, and no earlier output may stand in. */
  readonly digest?: string | undefined;
  /** Bases may be fetched: git, its credentials and the network can be reached. */
  readonly remote: boolean;
};

/** The output of kustomize. */
export type KustomizeBuilt = {
  /** Objects as YAML documents. */
  readonly text: string;
  /** Keeps the output for the next build of the same digest. Never for an output that holds a secret: it stays on the disk. */
  readonly keep: () => Promise<void>;
};

/** Why there is no output, in words; what kustomize itself said is in it as it came. */
export type KustomizeProblem = {readonly problem: string; readonly hint?: string | undefined};

/** Builds kustomizations with the program that is installed. */
export type Kustomize = (build: KustomizeBuild) => Promise<KustomizeBuilt | KustomizeProblem>;
