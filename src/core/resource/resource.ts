import type {JsonObject} from '../json.ts';

/** One thing to manage, in Kusion's shape. `id` is opaque: identity comes from the attributes. */
export type Resource = {
  readonly id: string;
  readonly type: 'Kubernetes' | 'Terraform';
  readonly attributes: JsonObject;
  readonly dependsOn: readonly string[];
  readonly extensions: JsonObject;
};
