import type {JsonObject} from '../json.ts';
import type {Resource} from '../resource/resource.ts';
import {isCredentialKey, type ProviderName} from './provider-groups.ts';
import {fieldOf, providerGroupOf, providerNameOf, variableOf} from './provider-meta.ts';
import {twinsOf} from './provider-twins.ts';

/** The accounts of providers whose keys have the same variables, such as `azurerm` and `azuread`. */
export type AccountGroup = {
  /** The variables of their keys; undefined for a provider whose variables are not known. */
  readonly group: ProviderName | undefined;
  /** The named providers, as `aws.us`; undefined for the configuration without a name. */
  readonly references: ReadonlySet<string | undefined>;
};

/**
 * Returns the accounts that take part in a stack. The keys of the only account of a group are variables of the process. If a group has several
 * accounts, none of its keys is a variable, because each provider would take from it what its own configuration does not set.
 */
export function accountGroups(resources: readonly Resource[]): readonly AccountGroup[] {
  const found = new Map<
    string,
    {readonly group: ProviderName | undefined; readonly references: Set<string | undefined>}
  >();
  for (const resource of resources) {
    if (resource.type !== 'Terraform') continue;
    const group = providerGroupOf(resource);
    const key = group ?? `provider ${providerNameOf(resource) ?? ''}`;
    const known = found.get(key) ?? {group, references: new Set()};
    known.references.add(referenceOf(resource));
    found.set(key, known);
  }
  return [...found.values()];
}

/** Returns the named provider of a resource: `aws.us`. */
export const referenceOf = ({extensions}: Pick<Resource, 'extensions'>): string | undefined => {
  const reference = extensions['providerRef'];
  return typeof reference === 'string' ? reference : undefined;
};

/** A configuration of a provider: its fields, and those of them that are variables of the process. */
export type SplitBlock = {readonly block: JsonObject; readonly variables: ReadonlyMap<string, string>};

/** Splits a configuration into the fields that have a variable of the same meaning, and all others. */
export function splitBlock(provider: ProviderName | undefined, block: JsonObject): SplitBlock {
  const variables = new Map<string, string>();
  const left = Object.entries(block).filter(([field, value]) => {
    const variable = variableOf(provider, field);
    if (variable === undefined || typeof value !== 'string') return true;
    variables.set(variable, value);
    return false;
  });
  return {block: Object.fromEntries(left), variables};
}

/** Variables as fields of a configuration, and those without a field. */
export type VariableFields = {
  readonly fields: Readonly<Record<string, string>>;
  /** Settings without a field that are not secret, and that every account of the provider may have. */
  readonly shared: readonly string[];
  /** Credentials and addresses of servers without a field. */
  readonly unfit: readonly string[];
};

/** Fields that are lists or blocks: the variable is in another form, or is only a part. */
const COMPLEX = /^(?:assume_role|shared_)/;

/** Returns the fields for the variables of a provider. A variable whose other name has a field is left out. */
export function fieldsFor(provider: ProviderName, names: readonly string[]): VariableFields {
  const fieldNamed = (name: string): string | undefined => {
    const field = fieldOf(provider, name);
    return field === undefined || COMPLEX.test(field) ? undefined : field;
  };
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const name of names) {
    const field = fieldNamed(name);
    if (field !== undefined) fields[field] = name;
    else if (!twinsOf(name).some((twin) => names.includes(twin) && fieldNamed(twin) !== undefined)) others.push(name);
  }
  return {fields, shared: others.filter((name) => !isUnfit(name)), unfit: others.filter(isUnfit)};
}

const isUnfit = (name: string): boolean => isCredentialKey(name) || /ENDPOINT/.test(name);
