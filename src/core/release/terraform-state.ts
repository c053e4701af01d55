import type {JsonObject} from '../json.ts';
import type {CommonState} from './common-state.ts';

/** The state of a Terraform resource instance in the last release. */
export type TerraformState = CommonState & {
  readonly type: 'Terraform';
  /** The address: `aws_sqs_queue.orders`, with a module and an index if there are any. */
  readonly address: string;
  /** Source address of the provider: `registry.terraform.io/hashicorp/aws`. */
  readonly provider: string;
  /** Version of the provider's schema for `attributes`. */
  readonly schemaVersion: number;
  /** The attributes from the provider. */
  readonly attributes: JsonObject;
};
