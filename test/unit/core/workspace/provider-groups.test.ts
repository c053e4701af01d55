import {describe, expect, it} from 'vitest';
import {groupOf, isCredentialKey} from '../../../../src/core/workspace/provider-groups.ts';

/** As Terraform's providers, the clouds' libraries and their tools document them. */
const CREDENTIALS: Readonly<Record<string, readonly string[]>> = {
  aws: [
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
    'AWS_PROFILE',
    'AWS_DEFAULT_PROFILE',
    'AWS_SHARED_CREDENTIALS_FILE',
    'AWS_CONFIG_FILE',
    'AWS_ROLE_ARN',
    'AWS_ROLE_SESSION_NAME',
    'AWS_WEB_IDENTITY_TOKEN_FILE',
    'AWS_CONTAINER_CREDENTIALS_FULL_URI',
    'AWS_CONTAINER_AUTHORIZATION_TOKEN',
  ],
  alicloud: [
    'ALICLOUD_ACCESS_KEY',
    'ALICLOUD_SECRET_KEY',
    'ALICLOUD_SECURITY_TOKEN',
    'ALICLOUD_PROFILE',
    'ALICLOUD_ECS_ROLE_NAME',
    'ALICLOUD_ASSUME_ROLE_ARN',
    'ALIBABA_CLOUD_ACCESS_KEY_ID',
    'ALIBABA_CLOUD_ECS_METADATA',
    'ALIBABA_CLOUD_OIDC_PROVIDER_ARN',
    'ALIBABACLOUD_ACCESS_KEY_SECRET',
  ],
  google: [
    'GOOGLE_CREDENTIALS',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'GOOGLE_OAUTH_ACCESS_TOKEN',
    'GCLOUD_KEYFILE_JSON',
    'GOOGLE_IMPERSONATE_SERVICE_ACCOUNT',
    'CLOUDSDK_CORE_ACCOUNT',
    'CLOUDSDK_ACTIVE_CONFIG_NAME',
  ],
  azure: [
    'ARM_CLIENT_ID',
    'ARM_CLIENT_SECRET',
    'ARM_TENANT_ID',
    'ARM_CLIENT_CERTIFICATE',
    'ARM_OIDC_REQUEST_URL',
    'ARM_USE_OIDC',
    'ARM_USE_MSI',
    'ARM_MSI_ENDPOINT',
    'ARM_USE_CLI',
    'ARM_ACCESS_KEY',
    'AZURE_CLIENT_ID',
    'AZURE_USERNAME',
    'AZURE_PASSWORD',
    'AZURE_FEDERATED_TOKEN_FILE',
    'AZURE_CONFIG_DIR',
  ],
  viettel: ['VIETTEL_CLOUD_USER_TOKEN', 'VIETTEL_CLOUD_USERNAME', 'VIETTEL_CLOUD_PASSWORD'],
  vault: ['VAULT_TOKEN'],
  sops: ['SOPS_AGE_KEY', 'SOPS_AGE_KEY_FILE'],
};

const PLACES: Readonly<Record<string, readonly string[]>> = {
  aws: ['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_ENDPOINT_URL', 'AWS_CA_BUNDLE'],
  alicloud: ['ALICLOUD_REGION', 'ALIBABA_CLOUD_REGION_ID'],
  google: ['GOOGLE_PROJECT', 'GOOGLE_REGION', 'GOOGLE_ZONE', 'CLOUDSDK_CORE_PROJECT'],
  azure: ['ARM_SUBSCRIPTION_ID', 'ARM_ENVIRONMENT', 'AZURE_SUBSCRIPTION_ID'],
  viettel: ['VIETTEL_CLOUD_PROJECT_ID', 'VIETTEL_CLOUD_CMP_URL'],
  vault: ['VAULT_ADDR', 'VAULT_NAMESPACE'],
};

const rows = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([group, names]) => names.map((name) => ({group, name})));

describe('the keys of a cloud', () => {
  it.each(rows(CREDENTIALS))('$name is a credential of $group', ({group, name}) =>
    expect([groupOf(name)?.name, isCredentialKey(name)]).toEqual([group, true]),
  );

  it.each(rows(PLACES))('$name selects a place at $group', ({group, name}) =>
    expect([groupOf(name)?.name, isCredentialKey(name)]).toEqual([group, false]),
  );
});
