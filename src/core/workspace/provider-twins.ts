/**
 * Names by which different programs look for the same value: Terraform's providers, the clouds' own libraries and command-line tools,
 * Kusion. Whoever writes one of them means all.
 */
const TWINS: readonly (readonly string[])[] = [
  ['AWS_REGION', 'AWS_DEFAULT_REGION'],
  ['ALICLOUD_ACCESS_KEY', 'ALICLOUD_ACCESS_KEY_ID', 'ALIBABA_CLOUD_ACCESS_KEY_ID'],
  ['ALICLOUD_SECRET_KEY', 'ALICLOUD_ACCESS_KEY_SECRET', 'ALIBABA_CLOUD_ACCESS_KEY_SECRET'],
  ['ALICLOUD_SECURITY_TOKEN', 'ALIBABA_CLOUD_SECURITY_TOKEN'],
  ['ALICLOUD_REGION', 'ALICLOUD_REGION_ID', 'ALIBABA_CLOUD_REGION_ID'],
  ['ALICLOUD_PROFILE', 'ALIBABA_CLOUD_PROFILE'],
  ['GOOGLE_CREDENTIALS', 'GOOGLE_CLOUD_CREDENTIALS'],
  // gcloud does not look at the first.
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

/** The other names of a key. */
export const twinsOf = (key: string): readonly string[] =>
  (TWINS.find((names) => names.includes(key)) ?? []).filter((name) => name !== key);

/** Reports whether two keys set the same thing, such as `AWS_REGION` and `AWS_DEFAULT_REGION`. */
export const areTwins = (one: string, other: string): boolean => twinsOf(one).includes(other);

/** Keys of providers that name a file of this machine: a relative one starts at the file that says so. */
export const namesFile = (key: string): boolean =>
  /^(?:AWS|ALICLOUD|ALIBABA_CLOUD|GOOGLE|CLOUDSDK|ARM|AZURE|VAULT|SOPS)_(?:.*_)?(?:FILE|PATH|CA_BUNDLE|CACERT|FILE_OVERRIDE)$/.test(
    key,
  ) || key === 'GOOGLE_APPLICATION_CREDENTIALS';

/** Keys of which the value is either a file, or what would stand in it. */
export const namesFileOrContent = (key: string): boolean =>
  ['GOOGLE_CREDENTIALS', 'GOOGLE_CLOUD_CREDENTIALS', 'GOOGLE_CLOUD_KEYFILE_JSON', 'GCLOUD_KEYFILE_JSON'].includes(key);
