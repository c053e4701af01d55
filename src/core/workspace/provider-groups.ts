/** A cloud whose keys belong together: half of one identity and half of another is nobody. */
export type ProviderGroup = {
  readonly name: string;
  readonly prefix: RegExp;
};

export const PROVIDER_GROUPS: readonly ProviderGroup[] = [
  {name: 'aws', prefix: /^AWS_/},
  {name: 'alicloud', prefix: /^(?:ALICLOUD|ALIBABA_CLOUD|ALIBABACLOUD)_/},
  {name: 'google', prefix: /^(?:GOOGLE|GCLOUD|CLOUDSDK)_/},
  {name: 'azure', prefix: /^(?:ARM|AZURE)_/},
  {name: 'viettel', prefix: /^VIETTEL_CLOUD_/},
];

export const groupOf = (key: string): ProviderGroup | undefined => PROVIDER_GROUPS.find(({prefix}) => prefix.test(key));

/** Says who we are (or where that is written), as opposed to where we work: a region, a project, a subscription. */
const CREDENTIAL =
  /KEY|SECRET|TOKEN|PASSWORD|CREDENTIAL|PROFILE|ROLE|ASSUME|CERTIFICATE|CLIENT_ID|TENANT_ID|USERNAME|OIDC|MSI|USE_CLI|IMPERSONATE|CONFIG_FILE|CONFIG_DIR/;

export const isCredentialKey = (key: string): boolean => CREDENTIAL.test(key);
