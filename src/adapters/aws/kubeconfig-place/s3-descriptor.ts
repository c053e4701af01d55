import {BUCKET_NAME} from '../../../core/backend/bucket-names.ts';
import {maskedAddress} from '../../../core/workspace/mask.ts';
import type {KubeconfigPlaceDescriptor} from '../../../ports/kubeconfig-place-descriptor.ts';
import type {S3Place} from './open-s3.ts';

type Written = Omit<S3Place, 'environment'>;
type Members = Omit<Written, 'kind' | 'bucket' | 'key'>;

/** The place of kubeconfigs in objects of S3 buckets. */
export const s3Descriptor: KubeconfigPlaceDescriptor<Members, Written, S3Place> = {
  kind: 's3',
  named: {
    schemes: ['s3'],
    example: 's3://BUCKET/KEY',
    options: (url) => Object.fromEntries(new URLSearchParams(partsOf(url)[2])),
    problem: addressProblem,
  },
  fields: {
    caFile: {type: 'path', description: 'PEM certificates to trust besides those of the system'},
    region: {type: 'text', description: 'The region of the bucket; default: AWS_REGION.'},
    endpoint: {type: 'endpoint', description: 'Another server than Amazon’s.'},
    pathStyle: {type: 'flag', description: 'https://host/bucket/key in place of https://bucket.host/key.'},
    versionId: {type: 'text', description: 'The version of the object; default: the newest.'},
  },
  read: (members, url) => {
    const [bucket = '', key = ''] = partsOf(url);
    return addressProblem(url) === undefined
      ? {kind: 's3', bucket, key, ...members}
      : {problem: 'it does not name an object in a bucket: s3://BUCKET/KEY'};
  },
  show: ({bucket, key, endpoint, versionId}) => {
    const version = versionId === undefined ? '' : `, version ${versionId}`;
    return `s3://${bucket}/${key}${version}${endpoint === undefined ? '' : ` at ${endpoint}`}`;
  },
  wants: ({endpoint, caFile}, url) => {
    const at = typeof endpoint === 'string' ? endpoint : undefined;
    return {
      does: `fetches its kubeconfig from ${maskedAddress(url)}${at === undefined ? '' : ` at ${at}`}`,
      credential: 'your AWS credentials',
      certificates: typeof caFile === 'string' ? caFile : undefined,
      asks: at ?? url,
    };
  },
  resolve: async (written, {keysOf}) => ({...written, environment: await keysOf('aws')}),
  fetch: async (source, {env, signal}) => (await import('./fetch-s3.ts')).fetchS3(source, {env, signal}),
};

const partsOf = (url: string): readonly string[] =>
  /^s3:\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/is.exec(url)?.slice(1) ?? [];

function addressProblem(url: string): string | undefined {
  const [bucket = '', key = ''] = partsOf(url);
  if (!BUCKET_NAME.test(bucket)) return `does not name a bucket: s3://BUCKET/KEY`;
  return key === '' ? 'does not name an object in the bucket: s3://BUCKET/KEY' : undefined;
}
