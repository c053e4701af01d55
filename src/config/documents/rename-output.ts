import {z} from 'zod';
import {type DocumentOf, FormatVersion} from './parts.ts';

const outcome = z.enum(['renamed', 'declined']);
const histories = z.array(z.strictObject({stack: z.string(), workspace: z.string()}));

const renamed = {
  outcome,
  releases: histories.meta({description: 'The stacks and workspaces whose releases get the new name.'}),
  left: histories.meta({
    description: 'The releases that keep the old name, because they were made from another git repository.',
  }),
  files: z.array(z.string()).meta({description: 'The files that are changed: absolute paths.'}),
};

/** The document that `stack rename -o json` writes. */
export const StackRenameOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    project: z.string(),
    stack: z.string().meta({description: 'The old name.'}),
    to: z.string(),
    ...renamed,
  })
  .meta({title: 'Gantry stack rename'});

/** The result of `gantry stack rename`. */
export type RenamedStack = DocumentOf<typeof StackRenameOutput>;

/** The document that `project rename -o json` writes. */
export const ProjectRenameOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    project: z.string().meta({description: 'The old name.'}),
    to: z.string(),
    ...renamed,
  })
  .meta({title: 'Gantry project rename'});

/** The result of `gantry project rename`. */
export type RenamedProject = DocumentOf<typeof ProjectRenameOutput>;
