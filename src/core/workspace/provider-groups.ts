/** The providers whose keys belong together. */
export const PROVIDER_NAMES = ['aws', 'alicloud', 'google', 'azure', 'viettel', 'vault', 'sops'] as const;
/** One of the providers. */
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** A cloud or a secret store whose keys belong together, because parts of two identities must not be mixed. */
export type ProviderGroup = {
  readonly name: ProviderName;
  readonly prefix: RegExp;
};

/** The prefixes by which keys belong to a provider. */
export const PROVIDER_GROUPS: readonly ProviderGroup[] = [
  {name: 'aws', prefix: /^AWS_/},
  {name: 'alicloud', prefix: /^(?:ALICLOUD|ALIBABA_CLOUD|ALIBABACLOUD)_/},
  {name: 'google', prefix: /^(?:GOOGLE|GCLOUD|CLOUDSDK)_/},
  {name: 'azure', prefix: /^(?:ARM|AZURE)_/},
  {name: 'viettel', prefix: /^VIETTEL_CLOUD_/},
  {name: 'vault', prefix: /^VAULT_/},
  {name: 'sops', prefix: /^SOPS_/},
];

/** Returns the provider of a key, or undefined. */
export const groupOf = (key: string): ProviderGroup | undefined => PROVIDER_GROUPS.find(({prefix}) => prefix.test(key));

/** Keys of credentials or their files, as opposed to regions, projects and subscriptions. */
const CREDENTIAL =
  /KEY|SECRET|TOKEN|PASSWORD|CREDENTIAL|PROFILE|ROLE|ASSUME|CERTIFICATE|CLIENT_ID|TENANT_ID|USERNAME|OIDC|MSI|USE_CLI|IMPERSONATE|CONFIG_FILE|CONFIG_DIR|CORE_ACCOUNT|ACTIVE_CONFIG|ECS_METADATA/;

/** Reports whether the value of a key is secret, by its name. */
export const isCredentialKey = (key: string): boolean => CREDENTIAL.test(key);
