import type {JsonObject} from '../json.ts';
import type {CommonState} from './common-state.ts';

/** An instance of a Terraform resource, as the last release left it. */
export type TerraformState = CommonState & {
  readonly type: 'Terraform';
  /** `aws_sqs_queue.orders`, with a module and an index where there are any. */
  readonly address: string;
  /** Source address of the provider: `registry.terraform.io/hashicorp/aws`. */
  readonly provider: string;
  /** Version of the provider's schema for `attributes`. */
  readonly schemaVersion: number;
  /** As the provider returned them. */
  readonly attributes: JsonObject;
};
