/** A recipe of a shared stack for claims, as its owner applied it, and what was made by it. */
export type ClaimRecord = {
  readonly type: string;
  readonly class?: string;
  /** The keyed digest of the recipe. A claim is made only by the recipe that the owner has applied. */
  readonly recipe: string;
  /** Absent: no stack has claimed it. */
  readonly made?: MadeClaim;
};

/** The resources that were made for a shared claim. */
export type MadeClaim = {
  readonly resources: readonly string[];
  /** The first stack that claimed it, as PROJECT/STACK. Absent: the owner made it. */
  readonly for?: string;
};
