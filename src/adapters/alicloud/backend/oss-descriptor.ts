import {PREFIX_FIELD, placeInBucket, shownPlace} from '../../../core/backend/bucket-names.ts';
import type {Secret} from '../../../core/secret/secret.ts';
import type {BackendDescriptor, DeclaredStore} from '../../../ports/backend-descriptor.ts';
import type {Bucket, Keys, OssConfig} from './oss-config.ts';

type Declared = Bucket & {
  /** References (`ref://…`). Without them: the login of Alibaba Cloud in the environment. */
  readonly credentials?: Keys<string> | undefined;
  /** The secret store of these references. Default: the environment. */
  readonly secretStore?: DeclaredStore | null | undefined;
};

const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** The backend in a bucket of Object Storage Service of Alibaba Cloud. */
export const ossDescriptor: BackendDescriptor<Declared, OssConfig> = {
  kind: 'oss',
  description: 'A bucket of Object Storage Service of Alibaba Cloud.',
  address: {
    scheme: 'oss',
    example: 'oss://BUCKET/PREFIX',
    forms: ['oss://BUCKET[/PREFIX]'],
    place: ['bucket', 'prefix'],
    read: placeInBucket(BUCKET),
    show: shownPlace,
  },
  fields: {
    bucket: {
      type: 'text',
      required: true,
      pattern: BUCKET,
      error: 'a bucket has 3 to 63 small letters, digits and `-`',
      description: 'A bucket on which versioning was never enabled.',
    },
    prefix: PREFIX_FIELD,
    region: {type: 'text', description: 'Default: that of the `endpoint`, else ALICLOUD_REGION.'},
    endpoint: {
      type: 'endpoint',
      description: 'Another server than that of the region: https://oss-cn-hangzhou-internal.aliyuncs.com.',
    },
    profile: {type: 'text', description: 'A profile of the aliyun command.'},
    caFile: {type: 'certificates', description: 'PEM certificates to trust besides those of the system.'},
    credentials: {
      type: 'credentials',
      names: ['accessKeyId', 'accessKeySecret'],
      optionalNames: ['securityToken'],
      description: 'References to secrets; default: the login of Alibaba Cloud in the environment.',
    },
    secretStore: {
      type: 'secret-store',
      description: 'Where `credentials` are read; default: the environment.',
    },
  },
  contacts: {keeps: ({bucket}) => bucket, credentials: 'your Alibaba Cloud credentials'},
  accessTrial: {by: 'nothing', because: 'each write of OSS leaves an object'},
  resolve: async ({caFile, credentials, secretStore, ...bucket}, deps) => ({
    ...bucket,
    caFile: caFile && deps.certificates(caFile),
    credentials: credentials && ((await deps.secrets(credentials, secretStore)) as Keys<Secret>),
    insecure: deps.insecure,
  }),
  open: async (config, {env, signal}) => {
    const {ossBackend} = await import('./oss-backend.ts');
    return ossBackend(config, {env, signal});
  },
};
