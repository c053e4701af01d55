/**
 * Names of the same value in different programs: Terraform's providers, the clouds' own libraries and command-line tools, Kusion. A user
 * who sets one of them means all.
 */
const TWINS: readonly (readonly string[])[] = [
  ['AWS_REGION', 'AWS_DEFAULT_REGION'],
  ['ALICLOUD_ACCESS_KEY', 'ALICLOUD_ACCESS_KEY_ID', 'ALIBABA_CLOUD_ACCESS_KEY_ID'],
  ['ALICLOUD_SECRET_KEY', 'ALICLOUD_ACCESS_KEY_SECRET', 'ALIBABA_CLOUD_ACCESS_KEY_SECRET'],
  ['ALICLOUD_SECURITY_TOKEN', 'ALIBABA_CLOUD_SECURITY_TOKEN'],
  ['ALICLOUD_REGION', 'ALICLOUD_REGION_ID', 'ALIBABA_CLOUD_REGION_ID'],
  ['ALICLOUD_PROFILE', 'ALIBABA_CLOUD_PROFILE'],
  ['GOOGLE_CREDENTIALS', 'GOOGLE_CLOUD_CREDENTIALS'],
  // gcloud ignores the first one.
  ['GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_CLOUD_CREDENTIALS_PATH', 'CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE'],
  ['GOOGLE_PROJECT', 'GOOGLE_CLOUD_PROJECT', 'CLOUDSDK_CORE_PROJECT'],
  ['GOOGLE_REGION', 'CLOUDSDK_COMPUTE_REGION'],
  ['GOOGLE_ZONE', 'CLOUDSDK_COMPUTE_ZONE'],
  ['GOOGLE_IMPERSONATE_SERVICE_ACCOUNT', 'CLOUDSDK_AUTH_IMPERSONATE_SERVICE_ACCOUNT'],
  ['ARM_CLIENT_ID', 'AZURE_CLIENT_ID'],
  ['ARM_CLIENT_SECRET', 'AZURE_CLIENT_SECRET'],
  ['ARM_TENANT_ID', 'AZURE_TENANT_ID'],
  ['ARM_SUBSCRIPTION_ID', 'AZURE_SUBSCRIPTION_ID'],
  ['ARM_CLIENT_CERTIFICATE_PATH', 'AZURE_CLIENT_CERTIFICATE_PATH'],
  ['ARM_CLIENT_CERTIFICATE_PASSWORD', 'AZURE_CLIENT_CERTIFICATE_PASSWORD'],
  ['ARM_OIDC_TOKEN_FILE_PATH', 'AZURE_FEDERATED_TOKEN_FILE'],
];

/** Returns the other names of a key. */
export const twinsOf = (key: string): readonly string[] =>
  (TWINS.find((names) => names.includes(key)) ?? []).filter((name) => name !== key);

/** Reports whether two keys set the same thing, such as `AWS_REGION` and `AWS_DEFAULT_REGION`. */
export const areTwins = (one: string, other: string): boolean => twinsOf(one).includes(other);

/** Reports whether a provider key contains the path of a file. A relative path starts at the file with the key. */
export const namesFile = (key: string): boolean =>
  /^(?:AWS|ALICLOUD|ALIBABA_CLOUD|GOOGLE|CLOUDSDK|ARM|AZURE|VAULT|SOPS)_(?:.*_)?(?:FILE|PATH|CA_BUNDLE|CACERT|FILE_OVERRIDE)$/.test(
    key,
  ) || key === 'GOOGLE_APPLICATION_CREDENTIALS';

/** Reports whether the value of a key is either the path of a file or its content. */
export const namesFileOrContent = (key: string): boolean =>
  ['GOOGLE_CREDENTIALS', 'GOOGLE_CLOUD_CREDENTIALS', 'GOOGLE_CLOUD_KEYFILE_JSON', 'GCLOUD_KEYFILE_JSON'].includes(key);
