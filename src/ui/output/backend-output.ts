import {z} from 'zod';
import {FormatVersion} from '../../config/documents/parts.ts';
import {UserConfig} from '../../config/user-config.ts';

const moved = {
  formatVersion: FormatVersion,
  from: z.string(),
  to: z.string(),
  series: z.array(z.strictObject({project: z.string(), stack: z.string(), workspace: z.string()})),
};

/** What `backend migrate -o json` writes. */
export const BackendMigrateOutput = z
  .union([
    z.strictObject({...moved, kind: z.literal('declined')}),
    z.strictObject({
      ...moved,
      kind: z.literal('moved'),
      written: z.int().meta({description: 'Values that were written and read again.'}),
      there: z.int().meta({description: 'Values that were there already, from a copy that was interrupted.'}),
      bytes: z.int(),
      switched: z.array(
        z.strictObject({
          place: z.string().meta({description: 'A file, or a variable, that named the old backend.'}),
          to: z.string(),
          done: z.boolean().meta({description: 'False: a person has to change it.'}),
        }),
      ),
    }),
  ])
  .meta({title: 'Gantry backend migrate'});

/** What `config list -o json` writes. */
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

/** What `config get -o json` writes. */
export const ConfigGetOutput = z
  .strictObject({formatVersion: FormatVersion, key: z.string(), value: z.json()})
  .meta({title: 'Gantry config get'});

/** What `config set -o json` and `config unset -o json` write. */
export const ConfigChangeOutput = z
  .strictObject({formatVersion: FormatVersion, key: z.string(), file: z.string(), changed: z.boolean()})
  .meta({title: 'Gantry config set'});
