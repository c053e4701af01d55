import {z} from 'zod';

/** What decides which program runs, what it loads, or which cluster it sees: not for a file that is shared to say. */
const DENIED =
  /^(?:PATH|HOME|SHELL|IFS|ENV|BASH_ENV|PS4|PROMPT_COMMAND|KUBECONFIG|NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT_UNAUTHORIZED|PYTHONPATH|PYTHONSTARTUP|PERL5LIB|PERL5OPT|RUBYLIB|RUBYOPT|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|GIT_SSH|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF|EDITOR|VISUAL|PAGER)$|^(?:LD|DYLD|GANTRY|npm_config|BASH_FUNC)_/i;

/** Variables for the programs that the workspace runs. */
export const WorkspaceEnv = z
  .record(
    z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, {error: 'a variable has letters, digits and `_`'}),
    z.string({error: 'the value of a variable is a text: put it in quotes'}),
  )
  .nullish()
  .superRefine((env, context) => {
    for (const name of Object.keys(env ?? {}))
      if (DENIED.test(name))
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `\`${name}\` decides which programs and which cluster are used: a workspace may not set it`,
        });
  })
  .meta({description: 'Variables for programs that run in this workspace (`gantry exec`); a value may be `ref://…`.'});
