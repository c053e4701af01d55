import {z} from 'zod';

/** The schema of what a fetched kubeconfig and a secret store may do on this machine. */
export const Trust = z
  .strictObject({
    programs: z
      .union([
        z.literal('all', {error: 'must be a list of names (`[aws]`) or `all`'}),
        z.array(z.union([z.string().min(1), z.array(z.string()).min(1)])),
      ])
      .nullish()
      .meta({
        description:
          'Programs that a fetched kubeconfig or an `exec` store may run, or `all`. Name a program that logs in or has no arguments; list any other program with all of its arguments.',
      }),
    modules: z.array(z.string().min(1)).nullish().meta({
      description: 'The names of modules of npm packages and git repositories that may run, in a restricted process.',
    }),
    localFiles: z.boolean().nullish().meta({description: 'Whether a fetched kubeconfig may name local files.'}),
    insecureTls: z
      .boolean()
      .nullish()
      .meta({description: 'Whether a fetched kubeconfig may skip the verification of its server. Default: false.'}),
  })
  .nullish()
  .meta({
    description:
      'Permissions of fetched kubeconfigs and modules, and of secret stores that run a program. Default: none.',
  });
