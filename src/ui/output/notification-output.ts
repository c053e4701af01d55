import {z} from 'zod';
import {FormatVersion} from '../../config/documents/parts.ts';
import {OUTCOMES, SUBJECTS} from '../../core/notify/notification.ts';

/** The document that a `webhook` target gets. */
export const NotificationOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    id: z.uuid().meta({description: 'Identifies the message. A repeated request has the same id.'}),
    outcome: z.enum(OUTCOMES),
    subject: z.enum(SUBJECTS).meta({
      description: '`drift-check`: the check fails or works again, whether or not the stack has drifted.',
    }),
    command: z.string().meta({description: 'The command: `apply`, `destroy`, `rollback`, `promote` or `drift`.'}),
    project: z.string().meta({description: 'Empty, like `stack`, if the check failed before the stack was known.'}),
    stack: z.string(),
    workspace: z.string(),
    title: z.string().meta({description: 'One sentence.'}),
    details: z.string().meta({description: 'The objects with the paths of their fields, and no values. May be empty.'}),
    text: z.string().meta({description: 'The text that the template of the target makes.'}),
    time: z.string(),
    since: z.exactOptional(z.string()).meta({description: 'When this state was first seen.'}),
    revision: z.exactOptional(z.int()),
    code: z.exactOptional(z.string()).meta({description: 'The code of the failure.'}),
    digest: z.string().meta({description: 'The same drift has the same digest.'}),
    job: z.exactOptional(z.string()).meta({description: 'The address of the job in the CI system.'}),
  })
  .meta({title: 'Gantry notification'});
