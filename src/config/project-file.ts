import {z} from 'zod';
import {Backend} from './backend.ts';
import {RepositorySettings} from './chart/chart-repositories.ts';
import {Extensions} from './extension.ts';
import {neighbours} from './issues/examples.ts';
import {Labels, Name} from './names.ts';
import {StackFile} from './stack-file.ts';

/** The schema of project.yaml. */
export const ProjectFile = z
  .strictObject({
    name: Name.optional().meta({description: 'The name of the project. Default: the name of the directory.'}),
    description: z.string().optional().meta({description: 'A description for people.'}),
    labels: Labels,
    backend: Backend.optional(),
    workspaces: z
      .string()
      .min(1)
      .optional()
      .meta({description: 'The directory of workspace files. Default: workspaces/.'}),
    charts: RepositorySettings,
    extensions: Extensions,
  })
  .meta({title: 'project.yaml', description: 'A project: the settings that its stacks share.'});
neighbours.set(ProjectFile, {file: 'stack.yaml', schema: StackFile});
/** A checked project.yaml. */
export type ProjectFile = z.infer<typeof ProjectFile>;
