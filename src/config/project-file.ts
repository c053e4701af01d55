import {z} from 'zod';
import {Extensions} from './extension.ts';
import {NOT_SUPPORTED} from './issues/not-supported-text.ts';
import {Labels, Name} from './names.ts';

export const ProjectFile = z
  .strictObject({
    name: Name.optional().meta({description: "Default: the directory's name."}),
    description: z.string().optional(),
    labels: Labels,
    backend: z
      .literal('local', {error: `backends other than \`local\` are ${NOT_SUPPORTED}`})
      .optional()
      .meta({description: 'Where workspaces, releases and locks are kept.'}),
    workspaces: z
      .string()
      .min(1)
      .optional()
      .meta({description: 'The directory of workspace files; default workspaces/.'}),
    extensions: Extensions,
  })
  .meta({title: 'project.yaml'});
export type ProjectFile = z.infer<typeof ProjectFile>;
