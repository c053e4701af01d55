import type {Secret} from '../core/secret/secret.ts';
import type {FlatKubeconfig} from './flat-kubeconfig.ts';

/** Kubeconfigs as kubectl and others read them. */
export type KubeconfigFiles = {
  /** The same under another name, or with a user who logs in by a program. */
  readonly adapt: (flat: FlatKubeconfig, changes: KubeconfigChanges) => FlatKubeconfig;
  readonly json: (flat: FlatKubeconfig) => Secret;
  /**
   * Puts the context, cluster and user into a file, in place of those of the same name. Everything else stays.
   * @throws GantryError 'kubeconfig/not-written'
   */
  readonly merge: (file: string, flat: FlatKubeconfig, setCurrent: boolean) => Promise<Merged>;
  /** Takes them out again. */
  readonly unmerge: (file: string, name: string) => Promise<Unmerged>;
};

/** The changes to an entry that is merged into the user's kubeconfig. */
export type KubeconfigChanges = {
  /** Of context, cluster and user. */
  readonly name?: string;
  readonly login?: LoginProgram;
};

/** An exec plugin (client.authentication.k8s.io/v1). */
export type LoginProgram = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

/** `rewritten`: comments and spelling could not be kept. */
export type Merged = {
  readonly change: 'added' | 'replaced' | 'unchanged';
  readonly current: string | undefined;
  readonly rewritten: boolean;
};

/** `wasCurrent`: the file has no current context any more. */
export type Unmerged = {readonly removed: boolean; readonly wasCurrent: boolean; readonly rewritten: boolean};
