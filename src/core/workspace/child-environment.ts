import type {Secret} from '../secret/secret.ts';

/** The changes of a workspace to the environment of a program: `gantry exec`, Terraform, the library of a secret store. */
export type ChildEnvironment = {
  /** Variables that are added to the inherited ones, or replace them. */
  readonly set: ReadonlyMap<string, Secret>;
  /** Inherited variables that are removed: credentials of a cloud for which the workspace has its own. */
  readonly unset: readonly string[];
  /** Files of variables. They are written with mode 0600 and exist as long as the program runs. */
  readonly files: readonly CredentialFile[];
};

/** A credential that programs read from a file; `variable` names the file for them. */
export type CredentialFile = {
  readonly variable: string;
  /** The file name: `credentials.json`. */
  readonly name: string;
  readonly content: Secret;
};

/** The environment of this process, without changes. */
export const INHERITED: ChildEnvironment = {set: new Map(), unset: [], files: []};
