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

/** The document that `backend backup -o json` writes. */
export const BackendBackupOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    backend: z.string(),
    file: z.string(),
    createdAt: z.string(),
    documents: z.int().meta({description: 'The number of documents in the backup.'}),
    histories: z.int().meta({description: 'The number of stacks in workspaces.'}),
    bytes: z.int(),
    sha256: z.string().meta({description: 'The digest of the backup, which is also its last line.'}),
    isVerified: z
      .boolean()
      .meta({description: 'False if the MACs were not checked, because no key opens the backend.'}),
    plaintext: z.array(z.string()).meta({description: 'Documents with secrets in clear.'}),
  })
  .meta({title: 'Gantry backend backup'});

const restoring = {
  formatVersion: FormatVersion,
  backend: z.string(),
  file: z.string(),
  backup: z
    .strictObject({sha256: z.string(), backend: z.string(), createdAt: z.string()})
    .meta({description: 'The backup: its digest, the backend that it was made of, and the time of that.'}),
  histories: z.array(History).meta({description: 'The stacks of the backup.'}),
  lost: z.array(History).meta({description: 'Stacks that the backup does not have. A restore deletes their releases.'}),
};

/** The document that `backend restore -o json` writes. */
export const BackendRestoreOutput = z
  .union([
    z.strictObject({...restoring, kind: z.literal('declined')}),
    z.strictObject({
      ...restoring,
      kind: z.literal('restored'),
      at: z.string().meta({description: 'The time of the restore, as the backend and its heads record it.'}),
      isContinued: z.boolean().meta({description: 'True if an interrupted restore was continued.'}),
      written: z.int(),
      there: z.int().meta({description: 'The number of documents that had the same value before.'}),
      deleted: z.int().meta({description: 'The number of documents that were not in the backup.'}),
    }),
  ])
  .meta({title: 'Gantry backend restore'});

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
