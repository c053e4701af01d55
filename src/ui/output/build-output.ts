import {z} from 'zod';
import {DiagnosticOutput, FormatVersion, ResourceOutput} from '../../config/documents/parts.ts';

const stack = {
  formatVersion: FormatVersion,
  project: z.string(),
  stack: z.string(),
  diagnostics: z.array(DiagnosticOutput),
};

/** The document that `build -o json` writes. */
export const BuildOutput = z
  .strictObject({...stack, workspace: z.exactOptional(z.string()), resources: z.array(ResourceOutput)})
  .meta({title: 'Gantry build'});

/** The document that `validate -o json` writes when nothing is wrong; else it is an error. */
export const ValidateOutput = z
  .strictObject({
    ...stack,
    valid: z.literal(true),
    resources: z.int(),
    kubernetes: z
      .array(z.string())
      .meta({description: 'The versions of Kubernetes that the objects were checked against.'}),
    online: z.boolean().meta({description: 'True if the cluster of the workspace was contacted.'}),
    unchecked: z
      .array(z.strictObject({apiVersion: z.string(), kind: z.string(), objects: z.int()}))
      .meta({description: 'The kinds that were not checked, because no CRD of the stack defines them.'}),
  })
  .meta({title: 'Gantry validate'});
