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

/** The document that `release rebuild -o json` writes. */
export const ReleaseRebuildOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    kind: z.enum(['dry-run', 'declined', 'rebuilt', 'reconnected']),
    lineage: z.string(),
    record: z.enum(['healthy', 'damaged', 'lost']),
    problems: z.array(ErrorBody),
    isWhole: z
      .boolean()
      .meta({description: 'True if only the index is lost or damaged. Head and releases stay unchanged.'}),
    objects: z.array(MarkedObject).meta({description: 'The objects with the ownership labels of the stack.'}),
    unread: z
      .array(z.string())
      .meta({description: 'Resources that could not be listed. Objects of the stack among them are unknown.'}),
    unavailable: z
      .array(z.string())
      .meta({description: 'APIs that do not respond. Objects of the stack in them are unknown.'}),
    revision: z.exactOptional(z.int()).meta({description: 'The revision of the new release.'}),
    unknown: z.array(z.string()).meta({description: 'The ids of objects whose desired state is not known.'}),
  })
  .meta({title: 'Gantry release rebuild'});
