import {z} from 'zod';
import {FormatVersion} from '../../config/documents/parts.ts';
import {UserConfig} from '../../config/user-config.ts';

const moved = {
  formatVersion: FormatVersion,
  from: z.string(),
  to: z.string(),
  series: z.array(z.strictObject({project: z.string(), stack: z.string(), workspace: z.string()})),
};

/** The JSON document of `backend migrate`. */
export const BackendMigrateOutput = z
  .union([
    z.strictObject({...moved, kind: z.literal('declined')}),
    z.strictObject({
      ...moved,
      kind: z.literal('moved'),
      written: z.int().meta({description: 'Number of values that were written and verified.'}),
      there: z.int().meta({description: 'Number of values that were already there, from an interrupted migration.'}),
      bytes: z.int(),
      switched: z.array(
        z.strictObject({
          place: z.string().meta({description: 'A file or a variable that referred to the old backend.'}),
          to: z.string(),
          done: z.boolean().meta({description: 'False: the user has to change it.'}),
        }),
      ),
    }),
  ])
  .meta({title: 'Gantry backend migrate'});

/** The JSON document of `config list`. */
export const ConfigListOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    file: z.string(),
    config: UserConfig,
    backend: z.strictObject({
      shown: z.string(),
      from: z.enum(['--backend', 'GANTRY_BACKEND', 'project.yaml', 'config.yaml', 'default']),
    }),
  })
  .meta({title: 'Gantry config list'});

/** The JSON document of `config get`. */
export const ConfigGetOutput = z
  .strictObject({formatVersion: FormatVersion, key: z.string(), value: z.json()})
  .meta({title: 'Gantry config get'});

/** The JSON document of `config set` and `config unset`. */
export const ConfigChangeOutput = z
  .strictObject({formatVersion: FormatVersion, key: z.string(), file: z.string(), changed: z.boolean()})
  .meta({title: 'Gantry config set'});
