import type {Resource} from './resource.ts';

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/**
 * Returns the type of a Terraform resource in Kusion's form: from its extension `resourceType`, or from the id
 * `hashicorp:aws:aws_sqs_queue:orders`. Undefined if neither has one.
 */
export function terraformType({id, extensions}: Pick<Resource, 'id' | 'extensions'>): string | undefined {
  const type = extensions['resourceType'] ?? id.split(':').at(2);
  return typeof type === 'string' && IDENTIFIER.test(type) ? type : undefined;
}
