import type {Diagnostic} from '../diagnostic/diagnostic.ts';

/** The failures of Terraform resources. */
export type TerraformFailure =
  /** Terraform cannot be used for this stack. Nothing was started or written. */
  | {readonly code: 'terraform/unusable'; readonly problem: string; readonly hint: string}
  /** The keys of a provider belong to another account than the one that the workspace is bound to. Nothing was planned. */
  | {
      readonly code: 'terraform/other-account';
      readonly workspace: string;
      /** The named provider, `aws.us`, or the name of the provider. */
      readonly provider: string;
      readonly expected: string;
      /** Undefined: it could not be determined. */
      readonly found?: string | undefined;
    }
  /** The provider does not accept keys. Nothing was planned. */
  | {readonly code: 'terraform/keys-refused'; readonly provider: string; readonly because: string}
  /** The account of keys could not be determined. Nothing was planned. */
  | {readonly code: 'terraform/no-answer'; readonly provider: string; readonly because: string}
  /** The program ended with an error. */
  | {
      readonly code: 'terraform/failed';
      readonly command: string;
      readonly diagnostics: readonly Diagnostic[];
    };
