import type {Secret} from '../secret/secret.ts';

/** What a workspace makes of the environment of a program: `gantry exec`, Terraform, a secret store's own library. */
export type ChildEnvironment = {
  /** Laid over what is inherited. */
  readonly set: ReadonlyMap<string, Secret>;
  /** Taken out of what is inherited: credentials of a cloud for which the workspace has its own. */
  readonly unset: readonly string[];
  /** Variables that name a file: it is written with mode 0600 for as long as the program runs. */
  readonly files: readonly CredentialFile[];
};

/** A credential that programs read from a file; `variable` names the file for them. */
export type CredentialFile = {
  readonly variable: string;
  /** `credentials.json` */
  readonly name: string;
  readonly content: Secret;
};

/** The environment of this process, without changes. */
export const INHERITED: ChildEnvironment = {set: new Map(), unset: [], files: []};
