import type {JsonObject} from '../json.ts';

/** A resource, in Kusion's form. `id` is opaque; the identity of an object comes from its attributes. */
export type Resource = {
  readonly id: string;
  readonly type: 'Kubernetes' | 'Terraform';
  readonly attributes: JsonObject;
  readonly dependsOn: readonly string[];
  readonly extensions: JsonObject;
};
