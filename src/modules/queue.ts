import {z} from 'zod';
import type {ModuleDefinition} from '../core/module/module-definition.ts';
import {CLOUD_FIELDS} from './cloud-model.ts';

const FIELDS = {
  fifo: z
    .boolean()
    .optional()
    .meta({description: 'True: messages arrive in their order, and exactly once. It cannot be changed later.'}),
  visibilityTimeout: z
    .int()
    .min(0)
    .max(43_200)
    .optional()
    .meta({description: 'The seconds for which a received message is hidden from other readers. Default: 30.'}),
  retention: z
    .int()
    .min(60)
    .max(1_209_600)
    .optional()
    .meta({description: 'The seconds after which an unread message is deleted. Default: 345600, four days.'}),
  maxReceives: z.int().min(1).max(1000).optional().meta({
    description:
      'The number of receives after which a message moves to a second queue, the dead-letter queue. Default: there is none.',
  }),
};

const Input = z.strictObject(FIELDS);
const Platform = z.strictObject({...FIELDS, ...CLOUD_FIELDS});

/** The module of a queue of a cloud. */
export const queue: ModuleDefinition<z.infer<typeof Input>, z.infer<typeof Platform>> = {
  name: 'queue',
  version: '1',
  description: 'A queue of AWS (SQS).',
  input: Input,
  platform: Platform,
  generate: async (request) => (await import('./aws/aws-queue.ts')).awsQueue(request),
};
