import type {Diagnostic} from '../diagnostic/diagnostic.ts';

/** The failures of Terraform resources. */
export type TerraformFailure =
  /** Terraform cannot be used for this stack. Nothing was started or written. */
  | {readonly code: 'terraform/unusable'; readonly problem: string; readonly hint: string}
  /** The program ended with an error. */
  | {
      readonly code: 'terraform/failed';
      readonly command: string;
      readonly diagnostics: readonly Diagnostic[];
    };
