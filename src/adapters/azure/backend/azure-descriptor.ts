import {ACCOUNT_NAME, PREFIX_FIELD, plainPrefix} from '../../../core/backend/bucket-names.ts';
import type {Secret} from '../../../core/secret/secret.ts';
import type {BackendDescriptor, DeclaredStore} from '../../../ports/backend-descriptor.ts';
import type {AzureBackendConfig, Container, Keys} from './azure-config.ts';

/** The names that Azure accepts for a container. */
const CONTAINER_NAME = /^(?=.{3,63}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

type Declared = Container & {
  /** A reference (`ref://…`). Without it: a key or a signature of the environment, else the login to Azure. */
  readonly credentials?: Keys<string> | undefined;
  /** The secret store of the reference. Default: the environment. */
  readonly secretStore?: DeclaredStore | null | undefined;
};

/** The backend in a container of Azure Blob Storage. */
export const azureDescriptor: BackendDescriptor<Declared, AzureBackendConfig> = {
  kind: 'azure',
  description: 'A container of Azure Blob Storage.',
  address: {
    scheme: 'azblob',
    example: 'azblob://CONTAINER/PREFIX',
    exampleOptions: '?storage_account=…',
    forms: ['azblob://CONTAINER[/PREFIX]'],
    place: ['container', 'prefix'],
    read: (container = '', path) => {
      if (!CONTAINER_NAME.test(container))
        return {problem: `${container || '(nothing)'} is not a valid container name`};
      const prefix = plainPrefix(path);
      return prefix === undefined ? {container} : {container, prefix};
    },
    show: ({container, prefix}) => (prefix === undefined ? container : `${container}/${prefix}`),
  },
  fields: {
    container: {
      type: 'text',
      required: true,
      pattern: CONTAINER_NAME,
      error: 'a container has 3 to 63 small letters, digits and single `-` between them',
      description: 'The name of the container.',
    },
    prefix: PREFIX_FIELD,
    storageAccount: {
      type: 'text',
      option: 'storage_account',
      pattern: ACCOUNT_NAME,
      error: 'a storage account has 3 to 24 small letters and digits',
      description: 'Default: AZURE_STORAGE_ACCOUNT.',
    },
    endpoint: {
      type: 'endpoint',
      description: 'Another address of the Blob service than https://ACCOUNT.blob.core.windows.net.',
    },
    caFile: {type: 'certificates', description: 'PEM certificates to trust besides those of the system.'},
    credentials: {
      type: 'credentials',
      names: ['key'],
      description:
        'A reference to a key of the storage account; default: a key or a shared access signature in the environment, else the login to Azure.',
    },
    secretStore: {type: 'secret-store', description: 'Where `credentials` are read; default: the environment.'},
  },
  contacts: {keeps: ({container}) => container, credentials: 'your Azure credentials'},
  accessTrial: {by: 'condition', version: '"0x8D0000000000000"'},
  resolve: async ({caFile, credentials, secretStore, ...container}, deps) => ({
    ...container,
    caFile: caFile && deps.certificates(caFile),
    credentials: credentials && ((await deps.secrets(credentials, secretStore)) as Keys<Secret>),
    insecure: deps.insecure,
  }),
  open: async (config, {env, signal}) => {
    const {azureBackend} = await import('./azure-backend.ts');
    return azureBackend(config, {env, signal});
  },
};
