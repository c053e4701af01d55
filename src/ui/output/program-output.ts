import {z} from 'zod';
import {FormatVersion} from '../../config/documents/parts.ts';

/** The JSON document of `env`, with values in plain text, for a program. */
export const EnvOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.exactOptional(z.string()).meta({description: 'The workspace; absent with --unset.'}),
    variables: z.record(z.string(), z.string()).meta({description: 'Variables to set, in plain text.'}),
    unset: z.array(z.string()).meta({description: 'Variables to remove.'}),
  })
  .meta({title: 'Gantry env'});

const head = {formatVersion: FormatVersion, workspace: z.string()};
const entry = z.string().meta({description: 'The name of the context, the cluster and the user.'});

/** The JSON document of `kubeconfig`. */
export const KubeconfigOutput = z
  .union([
    z.strictObject({
      ...head,
      from: z.enum(['-w', 'GANTRY_WORKSPACE', 'stack.yaml', 'switch']),
      field: z.string().meta({description: 'The setting that names it: `context.kubeconfig_path`.'}),
      server: z.string(),
      context: z.string(),
      entry,
      file: z.string().meta({description: 'The file that `--merge` would write.'}),
    }),
    z.strictObject({
      ...head,
      file: z.string(),
      entry,
      server: z.string(),
      withLogin: z.boolean().meta({description: 'The user logs in with `gantry credential`.'}),
      change: z.enum(['added', 'replaced', 'unchanged']),
      current: z.exactOptional(z.string()).meta({description: 'The current context of the file.'}),
      rewritten: z.boolean().meta({description: 'Comments could not be kept.'}),
    }),
    z.strictObject({
      ...head,
      file: z.string(),
      entry,
      removed: z.boolean(),
      wasCurrent: z.boolean().meta({description: 'The removed context was the current one; the file has none now.'}),
      rewritten: z.boolean(),
    }),
  ])
  .meta({title: 'Gantry kubeconfig', description: 'The documents without flags, with --merge, and with --unmerge.'});

/** The JSON document of `completion`. */
export const CompletionOutput = z
  .strictObject({formatVersion: FormatVersion, shell: z.enum(['bash', 'zsh', 'fish']), script: z.string()})
  .meta({title: 'Gantry completion'});
