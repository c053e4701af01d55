import {BUCKET_NAME} from '../../../core/backend/bucket-names.ts';
import type {JsonObject} from '../../../core/json.ts';
import {httpsProblem} from '../../../core/workspace/https-problem.ts';
import {maskedAddress} from '../../../core/workspace/mask.ts';
import {textFields} from '../../../core/workspace/text-fields.ts';
import type {KubeconfigPlaceDescriptor} from '../../../ports/kubeconfig-place-descriptor.ts';
import type {S3Place} from './open-s3.ts';

type Written = Omit<S3Place, 'environment'>;

/** A kubeconfig that is an object in a bucket. */
export const s3Descriptor: KubeconfigPlaceDescriptor<Written, S3Place> = {
  kind: 's3',
  named: {schemes: ['s3'], example: 's3://BUCKET/KEY', problem: addressProblem},
  fields: {
    caFile: {type: 'path', description: 'PEM certificates to trust besides those of the system'},
    region: {type: 'text', description: 'Of the bucket; default: AWS_REGION.'},
    endpoint: {type: 'endpoint', description: 'Another server than Amazon’s.'},
    pathStyle: {type: 'flag'},
    versionId: {type: 'text', description: 'Of the object; default: the newest.'},
  },
  read: readS3,
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

function addressProblem(url: string): string | undefined {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/?]*)\/?([^?]*)/i.exec(url) ?? [];
  if (!BUCKET_NAME.test(bucket)) return `names no bucket: s3://BUCKET/KEY`;
  if (key === '') return 'names no object in the bucket: s3://BUCKET/KEY';
  const read = readS3({}, url);
  return 'problem' in read ? `is wrong: ${read.problem}` : undefined;
}

const OPTIONS = ['region', 'endpoint', 'pathStyle', 'versionId'] as const;

/** Reads `s3://BUCKET/KEY[?region=&endpoint=&pathStyle=&versionId=]`, or the same with its options beside it. */
function readS3(more: JsonObject, url: string): Written | {readonly problem: string} {
  const [, bucket = '', key = '', query = ''] = /^s3:\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/is.exec(url) ?? [];
  if (!BUCKET_NAME.test(bucket) || key === '') return {problem: 'it names no object in a bucket: s3://BUCKET/KEY'};
  const {pathStyle, ...fields} = {...Object.fromEntries(new URLSearchParams(query)), ...more};
  const read = textFields(
    fields,
    ['caFile', 'region', 'endpoint', 'versionId'],
    's3',
    `, which have ${OPTIONS.join(', ')}`,
  );
  if ('problem' in read) return read;
  const {endpoint} = read.texts;
  const wrong = endpoint === undefined ? undefined : httpsProblem(endpoint);
  if (wrong !== undefined) return {problem: `its endpoint ${wrong}`};
  const place = {kind: 's3', bucket, key, ...read.texts} as const;
  if (pathStyle === undefined || pathStyle === null) return place;
  if (![true, false, 'true', 'false'].some((one) => one === pathStyle))
    return {problem: '`pathStyle` is true or false'};
  return {...place, pathStyle: pathStyle === true || pathStyle === 'true'};
}
