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

/** What `release rebuild -o json` writes. */
export const ReleaseRebuildOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    kind: z.enum(['dry-run', 'declined', 'rebuilt', 'reconnected']),
    lineage: z.string(),
    record: z.enum(['healthy', 'damaged', 'lost']),
    problems: z.array(ErrorBody),
    isWhole: z.boolean().meta({description: 'Only the index is lost or damaged: head and releases stay as they are.'}),
    objects: z.array(MarkedObject).meta({description: 'What the cluster has with the marks of the stack.'}),
    unread: z.array(z.string()).meta({description: 'What may not be listed: what the stack has of it stays unknown.'}),
    unavailable: z
      .array(z.string())
      .meta({description: 'APIs that do not answer: what the stack has of them stays unknown.'}),
    revision: z.exactOptional(z.int()).meta({description: 'Of the release that was made.'}),
    unknown: z.array(z.string()).meta({description: 'Ids of which is known what they are, and not what was wanted.'}),
  })
  .meta({title: 'Gantry release rebuild'});
