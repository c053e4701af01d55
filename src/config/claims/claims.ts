import {z} from 'zod';
import type {Json} from '../../core/json.ts';
import {PROJECT_PATTERN} from '../../core/stacks/may-use.ts';

/** The form of a type and class. */
export const CLAIM_KEY = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\/[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)?$/;

/** The schema of `claims` in stack.yaml: the recipes by which a shared stack creates claimed resources. */
export const Claims = z
  .record(
    z.string().regex(CLAIM_KEY, {error: 'must be TYPE/CLASS or TYPE, of lowercase letters, digits and `-`'}),
    z
      .strictObject({
        module: z
          .string()
          .min(1)
          .meta({description: 'The module that makes it: a built-in one, or one of `modules` of the workspace.'}),
        config: z
          .record(z.string(), z.json() as z.ZodType<Json>)
          .optional()
          .meta({description: 'The fields of the module, as in `accessories` of an application.'}),
        resource: z.string().min(1).optional().meta({
          description:
            'The kind of the object that is claimed, which gets the labels gantry.dev/type and gantry.dev/class; or the type of a Terraform resource, such as aws_db_instance. Default: the Service, or the only one.',
        }),
        usableBy: z
          .array(z.string().regex(PROJECT_PATTERN, {error: 'must be a project, or a pattern such as `pay-*`'}))
          .optional()
          .meta({description: 'The projects whose stacks may claim and use it, as names and patterns. Default: all.'}),
      })
      .meta({description: 'The recipe: the module that makes a resource of this type and class.'}),
  )
  .nullish()
  .meta({
    description:
      'For a shared stack: the types and classes of shared resources that it makes when an application claims one that is not found.',
    examples: [{'postgres/small': {module: 'postgres', config: {size: '20Gi'}, usableBy: ['shop', 'pay-*']}}],
  });
/** The checked `claims` of a stack. */
export type Claims = z.infer<typeof Claims>;
