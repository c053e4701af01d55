import {z} from 'zod';
import {DiagnosticOutput, FormatVersion} from '../../config/documents/parts.ts';

/** The document that `set image -o json` writes. */
export const SetImageOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    project: z.string(),
    stack: z.string(),
    workspace: z.exactOptional(z.string()).meta({description: 'Absent if the images are for every workspace.'}),
    file: z.string().meta({description: 'The path of stack.yaml.'}),
    images: z.array(
      z.strictObject({
        name: z.string(),
        ref: z.string(),
        path: z.array(z.string()).meta({description: 'The keys below `images` in stack.yaml.'}),
        before: z.exactOptional(z.string()),
        changed: z.boolean(),
      }),
    ),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry set image'});
