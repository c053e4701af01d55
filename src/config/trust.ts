import {z} from 'zod';

/** What the workspace lets a fetched kubeconfig and a store of secrets do on this machine. */
export const Trust = z
  .strictObject({
    programs: z
      .union([
        z.literal('all', {error: 'must be a list of names (`[aws]`), or `all`'}),
        z.array(z.union([z.string().min(1), z.array(z.string()).min(1)])),
      ])
      .nullish()
      .meta({
        description:
          'Programs that a fetched kubeconfig or an `exec` store may run: by name where they log in or have no arguments, else as a list with all of its arguments; or `all`.',
      }),
    localFiles: z.boolean().nullish().meta({description: 'true: a fetched kubeconfig may name files of this machine.'}),
    insecureTls: z
      .boolean()
      .nullish()
      .meta({description: 'true: a fetched kubeconfig may leave its server unverified.'}),
  })
  .nullish()
  .meta({
    description: 'What is allowed to kubeconfigs that were fetched and to stores that run a program; default: nothing.',
  });
