import {z} from 'zod';
import {FormatVersion} from '../../config/documents/parts.ts';

/** What `env -o json` writes: values in clear, for a program. */
export const EnvOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.exactOptional(z.string()).meta({description: 'Absent with --unset.'}),
    variables: z.record(z.string(), z.string()).meta({description: 'To be set, in clear: credentials among them.'}),
    unset: z.array(z.string()).meta({description: 'To be removed.'}),
  })
  .meta({title: 'Gantry env'});

const head = {formatVersion: FormatVersion, workspace: z.string()};
const entry = z.string().meta({description: 'The name of context, cluster and user.'});

/** What `kubeconfig -o json` writes. */
export const KubeconfigOutput = z
  .union([
    z.strictObject({
      ...head,
      from: z.enum(['-w', 'GANTRY_WORKSPACE', 'stack.yaml', 'switch']),
      field: z.string().meta({description: 'What says it: `context.kubeconfig_path`.'}),
      server: z.string(),
      context: z.string(),
      entry,
      file: z.string().meta({description: 'Where `--merge` would write.'}),
    }),
    z.strictObject({
      ...head,
      file: z.string(),
      entry,
      server: z.string(),
      withLogin: z.boolean().meta({description: 'The user logs in by `gantry credential`; no credential was written.'}),
      change: z.enum(['added', 'replaced', 'unchanged']),
      current: z.exactOptional(z.string()).meta({description: 'The current context of the file.'}),
      rewritten: z.boolean().meta({description: 'Comments could not be kept.'}),
    }),
    z.strictObject({
      ...head,
      file: z.string(),
      entry,
      removed: z.boolean(),
      wasCurrent: z.boolean().meta({description: 'The file has no current context any more.'}),
      rewritten: z.boolean(),
    }),
  ])
  .meta({title: 'Gantry kubeconfig', description: 'Of it alone, with --merge, and with --unmerge.'});

/** What `completion -o json` writes. */
export const CompletionOutput = z
  .strictObject({formatVersion: FormatVersion, shell: z.enum(['bash', 'zsh', 'fish']), script: z.string()})
  .meta({title: 'Gantry completion'});
