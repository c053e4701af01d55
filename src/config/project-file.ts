import {z} from 'zod';
import {Backend} from './backend.ts';
import {Extensions} from './extension.ts';
import {neighbours} from './issues/examples.ts';
import {Labels, Name} from './names.ts';
import {StackFile} from './stack-file.ts';

/** The schema of project.yaml. */
export const ProjectFile = z
  .strictObject({
    name: Name.optional().meta({description: "Default: the directory's name."}),
    description: z.string().optional().meta({description: 'A text for people.'}),
    labels: Labels,
    backend: Backend.optional(),
    workspaces: z
      .string()
      .min(1)
      .optional()
      .meta({description: 'The directory of workspace files; default workspaces/.'}),
    extensions: Extensions,
  })
  .meta({title: 'project.yaml', description: 'A project: what its stacks have in common.'});
neighbours.set(ProjectFile, {file: 'stack.yaml', schema: StackFile});
/** A checked project.yaml. */
export type ProjectFile = z.infer<typeof ProjectFile>;
