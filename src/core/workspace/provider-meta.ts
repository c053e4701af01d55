import {isObject, type Json, type JsonObject} from '../json.ts';
import type {Resource} from '../resource/resource.ts';
import type {DecidedKey, KeyCandidate} from './key-candidate.ts';
import type {ProviderName} from './provider-groups.ts';

/** A Terraform resource of Kusion with the configuration of its provider in the extension `providerMeta`. */
export type ProviderMetaResource = Pick<Resource, 'id' | 'type' | 'extensions'>;

/** Maps fields of the provider configuration to environment variables. Fields without a variable have a similar name. */
const FIELDS: Readonly<Partial<Record<ProviderName, Readonly<Record<string, string>>>>> = {
  aws: {
    access_key: 'AWS_ACCESS_KEY_ID',
    secret_key: 'AWS_SECRET_ACCESS_KEY',
    token: 'AWS_SESSION_TOKEN',
    profile: 'AWS_PROFILE',
    region: 'AWS_REGION',
    shared_credentials_files: 'AWS_SHARED_CREDENTIALS_FILE',
    shared_config_files: 'AWS_CONFIG_FILE',
    assume_role: 'AWS_ROLE_ARN',
    assume_role_with_web_identity: 'AWS_WEB_IDENTITY_TOKEN_FILE',
  },
  alicloud: {
    access_key: 'ALICLOUD_ACCESS_KEY',
    secret_key: 'ALICLOUD_SECRET_KEY',
    security_token: 'ALICLOUD_SECURITY_TOKEN',
    region: 'ALICLOUD_REGION',
    profile: 'ALICLOUD_PROFILE',
    shared_credentials_file: 'ALICLOUD_SHARED_CREDENTIALS_FILE',
    ecs_role_name: 'ALICLOUD_ECS_ROLE_NAME',
    credentials_uri: 'ALICLOUD_CREDENTIALS_URI',
    assume_role: 'ALICLOUD_ASSUME_ROLE_ARN',
    assume_role_with_oidc: 'ALICLOUD_OIDC_PROVIDER_ARN',
  },
  google: {
    credentials: 'GOOGLE_CREDENTIALS',
    access_token: 'GOOGLE_OAUTH_ACCESS_TOKEN',
    impersonate_service_account: 'GOOGLE_IMPERSONATE_SERVICE_ACCOUNT',
    project: 'GOOGLE_PROJECT',
    region: 'GOOGLE_REGION',
    zone: 'GOOGLE_ZONE',
  },
  azure: {
    client_id: 'ARM_CLIENT_ID',
    client_secret: 'ARM_CLIENT_SECRET',
    client_certificate: 'ARM_CLIENT_CERTIFICATE',
    client_certificate_path: 'ARM_CLIENT_CERTIFICATE_PATH',
    client_certificate_password: 'ARM_CLIENT_CERTIFICATE_PASSWORD',
    tenant_id: 'ARM_TENANT_ID',
    subscription_id: 'ARM_SUBSCRIPTION_ID',
    environment: 'ARM_ENVIRONMENT',
    oidc_token: 'ARM_OIDC_TOKEN',
    oidc_token_file_path: 'ARM_OIDC_TOKEN_FILE_PATH',
    oidc_request_token: 'ARM_OIDC_REQUEST_TOKEN',
    oidc_request_url: 'ARM_OIDC_REQUEST_URL',
    use_oidc: 'ARM_USE_OIDC',
    use_msi: 'ARM_USE_MSI',
    use_cli: 'ARM_USE_CLI',
  },
  viettel: {
    cmp_url: 'VIETTEL_CLOUD_CMP_URL',
    user_token: 'VIETTEL_CLOUD_USER_TOKEN',
    project_id: 'VIETTEL_CLOUD_PROJECT_ID',
  },
};

/** Returns the variable of a field of a provider; undefined for a field without one. */
export const variableOf = (provider: ProviderName | undefined, field: string): string | undefined =>
  provider === undefined ? undefined : FIELDS[provider]?.[field];

/** Returns the field of a provider that a variable sets; undefined for a variable without one. */
export const fieldOf = (provider: ProviderName, variable: string): string | undefined =>
  Object.entries(FIELDS[provider] ?? {}).find(([, name]) => name === variable)?.[0];

const PROVIDERS: Readonly<Record<string, ProviderName>> = {
  aws: 'aws',
  alicloud: 'alicloud',
  google: 'google',
  'google-beta': 'google',
  azurerm: 'azure',
  azuread: 'azure',
  azapi: 'azure',
  viettelcloud: 'viettel',
};

/** Returns the values in a provider configuration that a workspace or the environment can also set. */
export function metaCandidates(resource: ProviderMetaResource): readonly KeyCandidate[] {
  const fields = fieldsOf(resource);
  return Object.entries(metaOf(resource)).flatMap(([field, value]): KeyCandidate[] => {
    const name = fields[field];
    if (name === undefined || value === null || value === '') return [];
    return [{name, value, level: 'providerMeta', source: {kind: 'provider-meta', resource: resource.id, field}}];
  });
}

/**
 * Returns the configuration that a provider is started with, without values that a workspace or the environment sets. In Terraform itself
 * the configuration would have precedence.
 */
export function providerBlock(resource: ProviderMetaResource, decided: readonly DecidedKey[]): JsonObject {
  const shadowed = new Set(
    decided.flatMap(({shadowed: below}) =>
      below.flatMap(({source}) =>
        source.kind === 'provider-meta' && source.resource === resource.id ? [source.field] : [],
      ),
    ),
  );
  return Object.fromEntries(Object.entries(metaOf(resource)).filter(([field]) => !shadowed.has(field)));
}

function metaOf({type, extensions}: ProviderMetaResource): JsonObject {
  // A named provider takes nothing from the resource.
  const isNamed = extensions['providerRef'] !== undefined;
  const meta: Json | undefined = type === 'Terraform' && !isNamed ? extensions['providerMeta'] : undefined;
  return isObject(meta) ? meta : {};
}

/** Returns the name of a provider: from `registry.terraform.io/hashicorp/aws/5.0.1`, or from the id `hashicorp:aws:aws_instance:web`. */
export function providerNameOf({id, extensions}: ProviderMetaResource): string | undefined {
  const address = extensions['provider'];
  if (typeof address !== 'string') return id.split(':')[1];
  const parts = address.split('/');
  return parts.at(/^\d+\.\d+\.\d+/.test(parts.at(-1) ?? '') ? -2 : -1);
}

/** Returns the group of keys of the provider of a resource; undefined for a provider without one. */
export const providerGroupOf = (resource: ProviderMetaResource): ProviderName | undefined =>
  PROVIDERS[providerNameOf(resource) ?? ''];

function fieldsOf(resource: ProviderMetaResource): Readonly<Record<string, string>> {
  const provider = providerGroupOf(resource);
  return (provider === undefined ? undefined : FIELDS[provider]) ?? {};
}
