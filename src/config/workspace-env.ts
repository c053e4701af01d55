import {z} from 'zod';
import {steersPrograms} from '../core/workspace/steering-variable.ts';

/** Returns the reason why a workspace must not set a variable under `env` or in its context. */
export const steeringText = (name: string): string =>
  `a workspace must not set \`${name}\`: it controls which programs and which cluster are used`;

/** The schema of environment variables for programs that run in the workspace. */
export const WorkspaceEnv = z
  .record(
    z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, {
      error: 'a name must have only letters, digits and `_`',
    }),
    z.string({error: 'the value of a variable must be a string: put it in quotes'}),
  )
  .nullish()
  .superRefine((env, context) => {
    for (const name of Object.keys(env ?? {}))
      if (steersPrograms(name)) context.addIssue({code: 'custom', path: [name], message: steeringText(name)});
  })
  .meta({
    description: 'Environment variables for programs of this workspace (`gantry exec`). A value may be `ref://…`.',
  });
