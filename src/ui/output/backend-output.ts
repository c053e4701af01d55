import {z} from 'zod';
import {FormatVersion} from '../../config/documents/parts.ts';
import {UserConfig} from '../../config/user-config.ts';
import {ErrorBody} from './error-output.ts';

const History = z.strictObject({project: z.string(), stack: z.string(), workspace: z.string()});

const moved = {
  formatVersion: FormatVersion,
  from: z.string(),
  to: z.string(),
  series: z.array(History),
};

/** The document that `backend migrate -o json` writes. */
export const BackendMigrateOutput = z
  .union([
    z.strictObject({...moved, kind: z.literal('declined')}),
    z.strictObject({
      ...moved,
      kind: z.literal('moved'),
      written: z.int().meta({description: 'The number of values that were written and verified.'}),
      there: z.int().meta({description: 'The number of values that existed, from an interrupted copy.'}),
      bytes: z.int(),
      switched: z.array(
        z.strictObject({
          place: z.string().meta({description: 'The file or the variable that named the old backend.'}),
          to: z.string(),
          done: z.boolean().meta({description: 'False if the user has to change it.'}),
        }),
      ),
    }),
  ])
  .meta({title: 'Gantry backend migrate'});

const rekeying = {
  formatVersion: FormatVersion,
  backend: z.string(),
  recipients: z.array(z.string()).meta({description: 'The keys that open the backend, without secrets.'}),
};

/** The document that `backend rekey -o json` writes. */
export const BackendRekeyOutput = z
  .union([
    z.strictObject({...rekeying, kind: z.literal('declined')}),
    z.strictObject({
      ...rekeying,
      kind: z.enum(['sealed', 'rekeyed', 'continued']),
      generation: z.int().meta({description: 'The number of the data key, from 1.'}),
      rewritten: z.int().meta({description: 'The number of documents with sealed values that were rewritten.'}),
      waiting: z.array(History).meta({description: 'Stacks that another run used. Run the command again after it.'}),
    }),
  ])
  .meta({title: 'Gantry backend rekey'});

/** The document that `backend verify -o json` writes. */
export const BackendVerifyOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    backend: z.string(),
    isSealed: z.boolean(),
    isWhole: z.boolean().meta({
      description: 'False if there are problems; with --strict also if there are orphans or foreign documents.',
    }),
    documents: z.int().meta({description: 'The number of documents that were read.'}),
    problems: z
      .array(z.strictObject({key: z.string(), error: ErrorBody}))
      .meta({description: 'Documents that no run would accept.'}),
    orphans: z.array(z.string()).meta({description: 'Documents that nothing leads to.'}),
    foreign: z.array(z.string()).meta({description: 'Documents that Gantry does not write.'}),
  })
  .meta({title: 'Gantry backend verify'});

/** The document that `config list -o json` writes. */
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

/** The document that `config get -o json` writes. */
export const ConfigGetOutput = z
  .strictObject({formatVersion: FormatVersion, key: z.string(), value: z.json()})
  .meta({title: 'Gantry config get'});

/** The document that `config set -o json` and `config unset -o json` write. */
export const ConfigChangeOutput = z
  .strictObject({formatVersion: FormatVersion, key: z.string(), file: z.string(), changed: z.boolean()})
  .meta({title: 'Gantry config set'});
