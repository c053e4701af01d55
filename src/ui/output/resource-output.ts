import {z} from 'zod';
import {AnyObject, DiagnosticOutput, FormatVersion, SeriesOutput} from '../../config/documents/parts.ts';
import {KubernetesStateOutput, StateOutput, TerraformStateOutput} from './release-output.ts';

/** The JSON document of `resource list`. */
export const ResourceListOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    lineage: z.string(),
    revision: z.exactOptional(z.int()).meta({description: 'The revision of the release that recorded them.'}),
    resources: z.array(
      z.discriminatedUnion('type', [
        KubernetesStateOutput.omit({applied: true, desiredDigest: true}),
        TerraformStateOutput.omit({attributes: true, desiredDigest: true}),
      ]),
    ),
    unsure: z.array(z.string()).meta({description: 'Ids of resources that a run which died had started to change.'}),
  })
  .meta({title: 'Gantry resource list'});

/** The JSON document of `resource show`. */
export const ResourceShowOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    revision: z.exactOptional(z.int()),
    resource: StateOutput,
    attributes: z.exactOptional(AnyObject).meta({description: 'The object as the stack wrote it then.'}),
  })
  .meta({title: 'Gantry resource'});

const EdgeOutput = z.strictObject({id: z.string(), needs: z.string(), rule: z.string(), because: z.string()});

/** The JSON document of `resource graph`. */
export const ResourceGraphOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    project: z.string(),
    stack: z.string(),
    workspace: z.exactOptional(z.string()),
    resources: z.array(z.string()).meta({description: 'Ids in the order of an apply.'}),
    edges: z
      .array(EdgeOutput)
      .meta({description: 'The edges: `id` comes after `needs`. Edges that follow from others are included.'}),
    dropped: z
      .array(EdgeOutput)
      .meta({description: 'Edges that are ignored, because they would close a cycle with edges of higher priority.'}),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry resource graph'});
