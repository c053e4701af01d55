import type {Secret} from '../core/secret/secret.ts';
import type {FlatKubeconfig} from './flat-kubeconfig.ts';

/** The operations on kubeconfig files for kubectl and other tools. */
export type KubeconfigFiles = {
  /** Returns the kubeconfig under another name, or with a user that logs in with a program. */
  readonly adapt: (flat: FlatKubeconfig, changes: KubeconfigChanges) => FlatKubeconfig;
  readonly json: (flat: FlatKubeconfig) => Secret;
  /**
   * Writes the context, cluster and user into a file, and replaces entries with the same name. All other entries are kept.
   * @throws GantryError 'kubeconfig/not-written'
   */
  readonly merge: (file: string, flat: FlatKubeconfig, setCurrent: boolean) => Promise<Merged>;
  /** Removes the context, cluster and user from a file. */
  readonly unmerge: (file: string, name: string) => Promise<Unmerged>;
};

/** The changes to an entry that is merged into the user's kubeconfig. */
export type KubeconfigChanges = {
  /** The name of context, cluster and user. */
  readonly name?: string;
  readonly login?: LoginProgram;
};

/** An exec plugin (client.authentication.k8s.io/v1). */
export type LoginProgram = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

/** The result of a merge. `rewritten`: comments and formatting were lost. */
export type Merged = {
  readonly change: 'added' | 'replaced' | 'unchanged';
  readonly current: string | undefined;
  readonly rewritten: boolean;
};

/** The result of a removal. `wasCurrent`: the file no longer has a current context. */
export type Unmerged = {readonly removed: boolean; readonly wasCurrent: boolean; readonly rewritten: boolean};
