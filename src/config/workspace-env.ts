import {z} from 'zod';
import {steersPrograms} from '../core/workspace/steering-variable.ts';

/** Why a name cannot be a variable that a workspace gives to programs, under `env` or in its context. */
export const steeringText = (name: string): string =>
  `\`${name}\` decides which programs and which cluster are used: a workspace may not set it`;

/** Variables for the programs that the workspace runs. */
export const WorkspaceEnv = z
  .record(
    z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, {error: 'a variable has letters, digits and `_`'}),
    z.string({error: 'the value of a variable is a text: put it in quotes'}),
  )
  .nullish()
  .superRefine((env, context) => {
    for (const name of Object.keys(env ?? {}))
      if (steersPrograms(name)) context.addIssue({code: 'custom', path: [name], message: steeringText(name)});
  })
  .meta({description: 'Variables for programs that run in this workspace (`gantry exec`); a value may be `ref://…`.'});
