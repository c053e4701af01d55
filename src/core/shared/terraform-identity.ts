import type {JsonObject} from '../json.ts';

/** The attributes that distinguish a Terraform resource from another one with the same name: the provider sets them once. */
export type TerraformIdentity = Readonly<Record<string, string>>;

/**
 * The attributes that identify a resource. A name alone does not: another resource can have it later. Providers use these names for ids, and for
 * the time of the creation.
 */
const IDENTIFYING =
  /^(?:id|arn|uid|unique_id|resource_id|self_link|create(?:d|_date|_time|d_date|d_time|d_at)|creation_(?:date|time|timestamp))$/;

/** Returns the identity of a resource from its attributes. @param isSensitive reports attributes that must not be stored */
export const terraformIdentity = (
  attributes: JsonObject,
  isSensitive: (name: string) => boolean = () => false,
): TerraformIdentity =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      IDENTIFYING.test(name) && typeof value === 'string' && value !== '' && !isSensitive(name) ? [[name, value]] : [],
    ),
  );

/** The first attribute of a resource that differs from the registered one. */
export type OtherIdentity = {readonly attribute: string; readonly expected: string; readonly found: string};

/** Returns the difference between two identities; undefined for the same resource. Another version of a provider may have more attributes, or fewer. */
export function otherIdentity(registered: TerraformIdentity, now: TerraformIdentity): OtherIdentity | undefined {
  const differing = Object.entries(registered).flatMap(([attribute, expected]): readonly OtherIdentity[] => {
    const found = now[attribute];
    return found === undefined || found === expected ? [] : [{attribute, expected, found}];
  });
  return differing[0];
}
