import {z} from 'zod';
import type {ModuleDefinition} from '../core/module/module-definition.ts';
import {CLOUD_FIELDS} from './cloud-model.ts';

const FIELDS = {
  versioning: z
    .boolean()
    .optional()
    .meta({description: 'True: the bucket keeps earlier versions of its files. Default: true.'}),
};

const Input = z.strictObject(FIELDS);
const Platform = z.strictObject({...FIELDS, ...CLOUD_FIELDS});

/** The module of a bucket of a cloud. */
export const bucket: ModuleDefinition<z.infer<typeof Input>, z.infer<typeof Platform>> = {
  name: 'bucket',
  version: '1',
  description: 'A private bucket of AWS (S3).',
  input: Input,
  platform: Platform,
  generate: async (request) => (await import('./aws/aws-bucket.ts')).awsBucket(request),
};
