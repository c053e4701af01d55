import {z} from 'zod';
import {DiagnosticOutput, FieldChangeOutput, FormatVersion} from '../../config/documents/parts.ts';

const Side = z.strictObject({
  workspace: z.string(),
  from: z
    .exactOptional(z.enum(['GANTRY_WORKSPACE', 'stack.yaml', 'switch']))
    .meta({description: 'The source of the choice. Absent if the command names the workspace.'}),
  namespace: z.exactOptional(z.string()).meta({description: 'The namespace of the stack in this workspace.'}),
  revision: z
    .exactOptional(z.int())
    .meta({description: 'The compared release, or the release of the live objects. Absent if files are compared.'}),
});

/** The document that `diff -o json` writes. */
export const WorkspaceDiffOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    project: z.string(),
    stack: z.string(),
    of: z.enum(['files', 'releases', 'live', 'promotion']).meta({description: 'The compared data of both workspaces.'}),
    before: Side,
    after: Side,
    summary: z.strictObject({create: z.int(), update: z.int(), delete: z.int(), unchanged: z.int()}),
    changes: z
      .array(
        z.strictObject({
          id: z.string(),
          type: z.enum(['Kubernetes', 'Terraform']),
          action: z
            .enum(['create', 'update', 'delete'])
            .meta({description: '`create`: only in the second workspace. `delete`: only in the first.'}),
          fields: z.array(FieldChangeOutput),
        }),
      )
      .meta({description: 'The differences, by the ids of the second workspace.'}),
    settings: z.array(FieldChangeOutput).meta({description: 'The different settings of the stack.'}),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry diff of two workspaces'});
