import {z} from 'zod';
import {AnyObject, DiagnosticOutput, FormatVersion, SeriesOutput} from '../../config/documents/parts.ts';
import {KubernetesStateOutput, StateOutput, TerraformStateOutput} from './state-output.ts';

/** The document that `resource list -o json` writes. */
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
    unsure: z.array(z.string()).meta({description: 'The ids of resources that a dead run had begun to change.'}),
  })
  .meta({title: 'Gantry resource list'});

/** The document that `resource show -o json` writes. */
export const ResourceShowOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    revision: z.exactOptional(z.int()),
    resource: StateOutput,
    attributes: z.exactOptional(AnyObject).meta({description: 'The attributes from the stack at that time.'}),
  })
  .meta({title: 'Gantry resource'});

/** The document that `output -o json` writes. */
export const OutputListOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    revision: z.exactOptional(z.int()).meta({description: 'The revision of the release that recorded them.'}),
    outputs: z.array(
      z.strictObject({
        name: z.string(),
        sensitive: z.boolean(),
        value: z.exactOptional(z.json()).meta({
          description: 'The value. Absent: it is sensitive, and all outputs are shown.',
        }),
      }),
    ),
  })
  .meta({title: 'Gantry outputs'});

const EdgeOutput = z.strictObject({id: z.string(), needs: z.string(), rule: z.string(), because: z.string()});

/** The document that `resource graph -o json` writes. */
export const ResourceGraphOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    project: z.string(),
    stack: z.string(),
    workspace: z.exactOptional(z.string()),
    resources: z.array(z.string()).meta({description: 'The ids in the order of an apply.'}),
    edges: z.array(EdgeOutput).meta({description: 'The edges: `id` comes after `needs`. They include indirect ones.'}),
    dropped: z
      .array(EdgeOutput)
      .meta({description: 'The edges that were dropped because they would close a cycle with stronger edges.'}),
    others: z.exactOptional(z.array(EdgeOutput)).meta({
      description: 'The edges to resources of other stacks: `needs` is `shared:ID`, or PROJECT/STACK#ID.',
    }),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry resource graph'});
