import type {JsonObject} from '../json.ts';

/** One thing to manage, in Kusion's shape. `id` is opaque: identity comes from the attributes. */
export type Resource = {
  readonly id: string;
  readonly type: 'Kubernetes' | 'Terraform';
  readonly attributes: JsonObject;
  readonly dependsOn: readonly string[];
  readonly extensions: JsonObject;
};

/** What a stack builds for a workspace: sorted by id, so that the same input gives the same bytes. */
export type Spec = {
  readonly resources: readonly Resource[];
};
