import type {Resource} from './resource.ts';
import {REGISTRY} from './terraform-lock.ts';
import {terraformType} from './terraform-type.ts';

/** A provider as `required_providers` names it. */
export type RequiredProvider = {
  /** The local name: `aws`. */
  readonly name: string;
  /** `registry.terraform.io/hashicorp/aws`. */
  readonly source: string;
  readonly version?: string | undefined;
};

/** The type of a Terraform resource, and its provider; none for a type that is a part of Terraform itself. */
export type Kind = {readonly type: string; readonly provider?: RequiredProvider | undefined};

const BUILT_IN = 'terraform_data';

/**
 * Returns the type and the provider of a resource in Kusion's form: from its extensions `resourceType` and `provider`, or from the id
 * `hashicorp:aws:aws_sqs_queue:orders`. `registry` is the host of an address without one. A text is the reason why there is none.
 */
export function kindOf(
  {id, extensions}: Pick<Resource, 'id' | 'extensions'>,
  registry = REGISTRY.terraform,
): Kind | string {
  const parts = id.split(':');
  const type = terraformType({id, extensions});
  if (type === undefined) return 'its type is unknown: set `extensions.resourceType`, for example `aws_sqs_queue`';
  if (type === BUILT_IN) return {type};
  const written = extensions['provider'] ?? (parts.length > 3 ? `${parts[0]}/${parts[1]}` : undefined);
  const provider = typeof written === 'string' ? parseProvider(written, registry) : undefined;
  return provider === undefined
    ? 'its provider is unknown: set `extensions.provider`, for example `registry.terraform.io/hashicorp/aws/5.0.1`'
    : {type, provider};
}

/** Parses `[HOST/]NAMESPACE/NAME[/VERSION]`. */
function parseProvider(text: string, registry: string): RequiredProvider | undefined {
  const parts = text.split('/');
  const version = /^\d+\.\d+\.\d+/.test(parts.at(-1) ?? '') ? parts.pop() : undefined;
  const [name, namespace, host = registry, ...rest] = parts.toReversed();
  const isValid = [name, namespace, host].every((part) => part !== undefined && /^[A-Za-z0-9.:_-]+$/.test(part));
  if (name === undefined || !isValid || rest.length > 0) return undefined;
  return {name, source: `${host}/${namespace}/${name}`, version};
}
