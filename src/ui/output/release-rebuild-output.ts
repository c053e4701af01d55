import {z} from 'zod';
import {FormatVersion, SeriesOutput} from '../../config/documents/parts.ts';
import {ErrorBody} from './error-output.ts';

const MarkedObject = z.strictObject({
  id: z.string(),
  kind: z.string(),
  namespace: z.exactOptional(z.string()),
  name: z.string(),
  created: z.exactOptional(z.string()),
});

/** The JSON document of `release rebuild`. */
export const ReleaseRebuildOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    kind: z.enum(['dry-run', 'declined', 'rebuilt', 'reconnected']),
    lineage: z.string(),
    record: z.enum(['healthy', 'damaged', 'lost']),
    problems: z.array(ErrorBody),
    isWhole: z.boolean().meta({description: 'Only the index is lost or damaged, not the releases.'}),
    objects: z.array(MarkedObject).meta({description: 'Objects with the ownership labels of the stack.'}),
    unread: z.array(z.string()).meta({
      description: 'Kinds that the user has no permission to list.',
    }),
    unavailable: z
      .array(z.string())
      .meta({description: 'APIs that do not answer. Objects of the stack in these APIs stay unknown.'}),
    revision: z.exactOptional(z.int()).meta({description: 'The revision of the created release.'}),
    unknown: z.array(z.string()).meta({description: 'Ids of objects with unknown desired state.'}),
  })
  .meta({title: 'Gantry release rebuild'});
