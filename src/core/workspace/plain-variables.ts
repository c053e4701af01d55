/**
 * Provider keys for identities and regions that cannot make a program run, read a local file or contact another server. All other
 * variables in a workspace of others need the user's consent.
 */
const PLAIN: ReadonlySet<string> = new Set(
  [
    'AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_REGION AWS_DEFAULT_REGION AWS_PROFILE AWS_ROLE_ARN',
    'AWS_ROLE_SESSION_NAME AWS_STS_REGIONAL_ENDPOINTS AAD_LOGIN_METHOD USE_GKE_GCLOUD_AUTH_PLUGIN',
    'ALICLOUD_ACCESS_KEY ALICLOUD_SECRET_KEY ALICLOUD_SECURITY_TOKEN ALICLOUD_REGION ALICLOUD_PROFILE',
    'ALIBABA_CLOUD_ACCESS_KEY_ID ALIBABA_CLOUD_ACCESS_KEY_SECRET ALIBABA_CLOUD_SECURITY_TOKEN ALIBABA_CLOUD_REGION',
    'ALIBABA_CLOUD_PROFILE',
    'GOOGLE_PROJECT GOOGLE_CLOUD_PROJECT GOOGLE_REGION GOOGLE_ZONE GOOGLE_OAUTH_ACCESS_TOKEN',
    'GOOGLE_IMPERSONATE_SERVICE_ACCOUNT CLOUDSDK_CORE_PROJECT CLOUDSDK_COMPUTE_REGION CLOUDSDK_COMPUTE_ZONE',
    'ARM_CLIENT_ID ARM_CLIENT_SECRET ARM_TENANT_ID ARM_SUBSCRIPTION_ID ARM_ENVIRONMENT ARM_OIDC_TOKEN',
    'AZURE_CLIENT_ID AZURE_CLIENT_SECRET AZURE_TENANT_ID AZURE_SUBSCRIPTION_ID',
    'VIETTEL_CLOUD_USER_TOKEN VIETTEL_CLOUD_PROJECT_ID VAULT_TOKEN VAULT_NAMESPACE',
  ].flatMap((names) => names.split(' ')),
);

/** The prefixes of variables of common programs. */
const TAKEN: readonly string[] = [
  ...'DOCKER_ GANTRY_ GIT_ HELM_ HTTP_ HTTPS_ KUBE_ KUBECTL_ LD_ NODE_ NO_ NPM_ OTEL_ PYTHON_ SOPS_ SSH_ SSL_ TF_ XDG_'.split(
    ' ',
  ),
  ...[...PLAIN].map((name) => name.slice(0, name.indexOf('_') + 1)),
];

/** Reports whether a variable needs no consent. @param prefix the prefix of the project's own variables: `SHOP_` for the project shop */
export const isPlainVariable = (name: string, prefix?: string): boolean =>
  PLAIN.has(name) || name.startsWith('TF_VAR_') || (prefix !== undefined && isOwn(prefix) && name.startsWith(prefix));

/** Reports whether a prefix belongs to the project. A directory `google` does not own the variables of Google's libraries. */
const isOwn = (prefix: string): boolean => !TAKEN.some((taken) => prefix.startsWith(taken));
