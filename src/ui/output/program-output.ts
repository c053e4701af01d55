import {z} from 'zod';
import {FormatVersion} from '../../config/documents/parts.ts';

/** The document that `env -o json` writes: values in clear, for a program. */
export const EnvOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.exactOptional(z.string()).meta({description: 'Absent with --unset.'}),
    variables: z
      .record(z.string(), z.string())
      .meta({description: 'The variables to set, including credentials in plain text.'}),
    unset: z.array(z.string()).meta({description: 'The variables to remove.'}),
  })
  .meta({title: 'Gantry env'});

const head = {formatVersion: FormatVersion, workspace: z.string()};
const entry = z.string().meta({description: 'The name of the context, the cluster and the user.'});

/** The document that `kubeconfig -o json` writes. */
export const KubeconfigOutput = z
  .union([
    z.strictObject({
      ...head,
      from: z.enum(['-w', 'GANTRY_WORKSPACE', 'stack.yaml', 'switch']),
      field: z.string().meta({description: 'The field that sets it: `context.kubeconfig_path`.'}),
      server: z.string(),
      context: z.string(),
      entry,
      file: z.string().meta({description: 'The file that `--merge` would write to.'}),
    }),
    z.strictObject({
      ...head,
      file: z.string(),
      entry,
      server: z.string(),
      withLogin: z.boolean().meta({description: 'The user logs in with `gantry credential`.'}),
      change: z.enum(['added', 'replaced', 'unchanged']),
      current: z.exactOptional(z.string()).meta({description: 'The current context of the file.'}),
      rewritten: z.boolean().meta({description: 'True if the file was rewritten and its comments were lost.'}),
    }),
    z.strictObject({
      ...head,
      file: z.string(),
      entry,
      removed: z.boolean(),
      wasCurrent: z.boolean().meta({description: 'True if it was the current context. The file now has none.'}),
      rewritten: z.boolean(),
    }),
  ])
  .meta({
    title: 'Gantry kubeconfig',
    description: 'The documents without flags, with --merge, and with --unmerge.',
  });

/** The document that `completion -o json` writes. */
export const CompletionOutput = z
  .strictObject({formatVersion: FormatVersion, shell: z.enum(['bash', 'zsh', 'fish']), script: z.string()})
  .meta({title: 'Gantry completion'});
