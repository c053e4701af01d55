import {z} from 'zod';
import {AnyObject, FormatVersion, SeriesOutput} from './parts.ts';
import {StateOutput} from './release-output.ts';

/** What `resource list -o json` writes. */
export const ResourceListOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    lineage: z.string(),
    revision: z.exactOptional(z.int()).meta({description: 'Of the release that left them.'}),
    resources: z.array(StateOutput.omit({applied: true, desiredDigest: true})),
    unsure: z.array(z.string()).meta({description: 'Ids that a run which died had begun with.'}),
  })
  .meta({title: 'Gantry resource list'});

/** What `resource show -o json` writes. */
export const ResourceShowOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    revision: z.exactOptional(z.int()),
    resource: StateOutput,
    attributes: z.exactOptional(AnyObject).meta({description: 'As the stack wrote it then.'}),
  })
  .meta({title: 'Gantry resource'});
