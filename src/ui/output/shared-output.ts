import {z} from 'zod';
import {FormatVersion} from '../../config/documents/parts.ts';
import {UsedInOutput} from './use-output.ts';

const ListedUserOutput = z.strictObject({
  stack: z.string().meta({description: 'PROJECT/STACK.'}),
  workspace: z.exactOptional(z.string()).meta({
    description: 'The workspace of the stack, if it is another one: the shared resource holds its kubeconfig.',
  }),
  revision: z.int().meta({description: 'The revision of the stack that uses it.'}),
  sharedRevision: z.exactOptional(z.int()).meta({
    description: 'The revision of the shared stack whose values it has. Absent: both were created in one run.',
  }),
  fields: z.array(UsedInOutput),
});

/** The document that `shared list -o json` writes. */
export const SharedListOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.string(),
    resources: z.array(
      z.strictObject({
        id: z.string(),
        stack: z.string().meta({description: 'The shared stack: shared/STACK.'}),
        revision: z.int().meta({description: 'The last revision of the shared stack.'}),
        usedBy: z.array(ListedUserOutput),
      }),
    ),
  })
  .meta({title: 'Gantry shared resources'});
