import type {HistoryNames} from '../release/history-names.ts';

/** A change that a protected workspace must permit. */
export type GuardedChange =
  /** A change of the releases of a stack, and of its objects in the cluster. */
  | {
      readonly of: 'releases';
      readonly names: HistoryNames;
      /** The digest of the saved plan, if one is applied. */
      readonly digest?: string;
    }
  /** A change of the workspace itself, or of one that it extends. Without `changed` it can be confirmed by name only. */
  | {
      readonly of: 'workspace';
      readonly workspace: string;
      /** The workspace whose content changes, and the digest of the change. */
      readonly changed?: {readonly workspace: string; readonly digest: string};
    };

/** The permission for a change of a protected workspace, as the release records it. */
export type Admission = {
  /** `name`: the user typed the name of the workspace. `approval`: another person signed an approval. */
  readonly by: 'name' | 'approval';
  readonly approver?: string;
  /** The fingerprint of the key of the approver. */
  readonly key?: string;
  /** The digest of the approved plan. */
  readonly digest?: string;
  readonly approvedAt?: string;
  readonly expires?: string;
  /** The reason for a change outside of the change windows. */
  readonly outsideWindows?: string;
};

/** Permits a change, or throws. Undefined: the workspace is not protected. */
export type Admit = (change: GuardedChange) => Promise<Admission | undefined>;
