import {z} from 'zod';
import {AnyObject, DiagnosticOutput, FormatVersion, SeriesOutput} from '../../config/documents/parts.ts';
import {KubernetesStateOutput, StateOutput, TerraformStateOutput} from './release-output.ts';

/** What `resource list -o json` writes. */
export const ResourceListOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    lineage: z.string(),
    revision: z.exactOptional(z.int()).meta({description: 'Of the release that left them.'}),
    resources: z.array(
      z.discriminatedUnion('type', [
        KubernetesStateOutput.omit({applied: true, desiredDigest: true}),
        TerraformStateOutput.omit({attributes: true, desiredDigest: true}),
      ]),
    ),
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

const EdgeOutput = z.strictObject({id: z.string(), needs: z.string(), rule: z.string(), because: z.string()});

/** What `resource graph -o json` writes. */
export const ResourceGraphOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    project: z.string(),
    stack: z.string(),
    workspace: z.exactOptional(z.string()),
    resources: z.array(z.string()).meta({description: 'Ids in the order of an apply.'}),
    edges: z.array(EdgeOutput).meta({description: '`id` comes after `needs`. Also those that follow from others.'}),
    dropped: z
      .array(EdgeOutput)
      .meta({description: 'Edges that do not count, because they would close a loop with stronger ones.'}),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry resource graph'});
