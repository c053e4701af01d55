import {z} from 'zod';
import {AZURE_ENVIRONMENTS} from '../core/secret/store-config.ts';
import {HttpsAddress} from './https-address.ts';
import {NOT_SUPPORTED} from './issues/not-supported-text.ts';
import {Name, Namespace} from './names.ts';
import {SecretReference} from './secret-reference.ts';

/** Providers whose names are taken. Unlike other such names not even an empty value is let through: it asks for the store. */
const later = (name: string) =>
  z
    .unknown()
    .refine((value) => value === undefined || value === null, {
      error: `\`${name}\` secret stores are ${NOT_SUPPORTED}`,
    })
    .optional()
    .meta({description: `Not supported yet: \`${name}\` secret stores.`, type: 'null'});

/** Kusion names these three as well. */
const LATER = ['viettelcloud', 'onprem', 'fake'] as const;

const laterProviders = Object.fromEntries(LATER.map((name) => [name, later(name)])) as Record<
  (typeof LATER)[number],
  ReturnType<typeof later>
>;

const text = (description: string) => z.string().min(1).meta({description});
const path = (what: string) => text(`${what}; a relative one starts at the file that names it.`);
const mount = (usual: string) => text(`Where this method is enabled; default: ${usual}.`).nullish();

const VaultAuth = z
  .strictObject({
    token: SecretReference.nullish(),
    appRole: z
      .strictObject({
        roleId: text('The role, or a reference to it.'),
        secretId: SecretReference,
        mount: mount('approle'),
      })
      .nullish()
      .meta({description: 'Log in by AppRole.'}),
    kubernetes: z
      .strictObject({
        role: text('The role.'),
        mount: mount('kubernetes'),
        tokenFile: path("A token; default: that of the pod's service account").nullish(),
      })
      .nullish()
      .meta({description: 'Log in by the Kubernetes auth method.'}),
    jwt: z
      .strictObject({
        role: text('The role.'),
        mount: mount('jwt'),
        token: SecretReference.nullish(),
        tokenFile: path('A token').nullish(),
      })
      .refine(({token, tokenFile}) => hasValue(token) !== hasValue(tokenFile), {
        error: 'a login by JWT needs a `token` or a `tokenFile`, and not both',
      })
      .nullish()
      .meta({description: 'Log in by JWT.'}),
  })
  .refine((auth) => Object.values(auth).filter(hasValue).length === 1, {
    error: 'there is exactly one way to log in: `token`, `appRole`, `kubernetes` or `jwt`',
  })
  .nullish()
  .meta({description: 'How to log in; default: VAULT_TOKEN, or the token that `vault login` has left.'});

const Vault = z
  .strictObject({
    server: HttpsAddress.meta({description: 'The address of Vault: https://vault:8200.'}),
    path: text('Where the KV engine is mounted; default: secret.').nullish(),
    version: z.enum(['v1', 'v2']).nullish().meta({description: 'Of the KV engine; default: v2.'}),
    namespace: text('A namespace of Vault Enterprise.').nullish(),
    caFile: path('PEM certificates to trust besides those of the system').nullish(),
    auth: VaultAuth,
  })
  .nullish()
  .meta({description: 'The KV engine of HashiCorp Vault or OpenBao.'});

const Aws = z
  .strictObject({
    region: text('Default: AWS_REGION, or the one of the profile.').nullish(),
    profile: text('A profile of the shared AWS files.').nullish(),
    service: z.enum(['secretsManager', 'parameterStore']).nullish().meta({description: 'Default: secretsManager.'}),
    endpoint: HttpsAddress.nullish().meta({description: 'Another server than Amazon’s.'}),
  })
  .nullish()
  .meta({description: 'AWS Secrets Manager, or the Parameter Store of Systems Manager.'});

const Azure = z
  .strictObject({
    vaultUrl: HttpsAddress.meta({description: 'https://NAME.vault.azure.net'}),
    tenantId: text('Default: the one of the credentials.').nullish(),
    environmentType: z.enum(AZURE_ENVIRONMENTS).nullish().meta({description: 'Default: PublicCloud.'}),
  })
  .nullish()
  .meta({description: 'Azure Key Vault.'});

const Gcp = z
  .strictObject({
    project: text('The id of the project, or its number.'),
    endpoint: HttpsAddress.nullish().meta({description: 'Another server than Google’s.'}),
  })
  .nullish()
  .meta({description: 'Secret Manager of Google Cloud.'});

const Alicloud = z
  .strictObject({
    region: text('For example cn-hangzhou.'),
    endpoint: HttpsAddress.nullish().meta({description: 'Another server than that of the region.'}),
  })
  .nullish()
  .meta({description: 'Secrets Manager of the Key Management Service of Alibaba Cloud.'});

const Kubernetes = z
  .strictObject({
    namespace: Namespace.meta({description: 'Whose Secrets: `ref://SECRET/KEY`.'}),
    workspace: z.string().min(1).nullish().meta({description: 'Whose cluster; default: that of this workspace.'}),
  })
  .nullish()
  .meta({description: 'Secrets of a cluster.'});

const Sops = z
  .strictObject({
    path: path('A file that sops has encrypted for age, or a directory of such files'),
    keyFile: path('Keys of age; default: SOPS_AGE_KEY, SOPS_AGE_KEY_FILE, or where sops keeps them').nullish(),
  })
  .nullish()
  .meta({description: 'Files that sops has encrypted.'});

const Exec = z
  .strictObject({
    command: z
      .array(z.string())
      .min(1)
      .meta({description: 'A program and its arguments; no shell reads them. `trust.programs` must name it.'}),
    env: z.record(z.string(), z.string()).nullish().meta({description: 'Laid over the environment of the program.'}),
    timeoutSeconds: z.number().positive().nullish().meta({description: 'Default: 30.'}),
  })
  .nullish()
  .meta({description: 'A program that prints secrets as JSON.'});

const PROVIDERS = {
  env: z
    .strictObject({prefix: z.string().nullish().meta({description: 'Comes before each name.'})})
    .nullish()
    .meta({description: 'Environment variables: `ref://NAME` is the value of NAME.'}),
  file: z
    .strictObject({path: path('A directory with a file for each secret, or one file of `NAME=value` lines')})
    .nullish()
    .meta({description: 'Files in plain text.'}),
  vault: Vault,
  aws: Aws,
  azure: Azure,
  gcp: Gcp,
  alicloud: Alicloud,
  kubernetes: Kubernetes,
  sops: Sops,
  exec: Exec,
};

const Provider = z
  .strictObject({...PROVIDERS, ...laterProviders})
  // With `later` names there is one problem already, and a better one.
  .refine((provider) => LATER.some((name) => hasValue(provider[name])) || asked(provider) === 1, {
    error: `a secret store has exactly one provider: ${Object.keys(PROVIDERS).join(', ')}`,
  });

function asked(provider: Readonly<Record<string, unknown>>): number {
  return Object.keys(PROVIDERS).filter((name) => hasValue(provider[name])).length;
}

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null;
}

const Store = z
  .strictObject({provider: Provider.meta({description: 'Exactly one provider.'})})
  .meta({description: 'A secret store.'});

/** Where the `ref://…` of a stack are read. */
export const SecretStore = Store.nullish().meta({
  description: 'Where secrets are read: `ref://…` in manifests and spec files.',
});
/** The `secretStore` of a workspace. */
export type SecretStore = z.infer<typeof SecretStore>;

/** More of them, each with the name by which `ref://STORE@…` picks it. */
export const SecretStores = z
  .record(Name, Store)
  .nullish()
  .superRefine((stores, context) => {
    const message = '`default` is the name by which `secretStore` itself is called';
    if (stores && 'default' in stores)
      context.addIssue({code: 'custom', path: ['default'], message, params: {hint: 'Give it another name.'}});
  })
  .meta({description: 'More secret stores by name: `ref://STORE@NAME/PROPERTY` is read in the store of that name.'});

/** The same with the file that says so: relative paths start there. */
export type StoreInFile = {readonly store: NonNullable<SecretStore>; readonly file: string};
