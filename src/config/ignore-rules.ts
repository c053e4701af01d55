import {z} from 'zod';
import type {Origin} from '../core/diagnostic/origin.ts';
import {readIgnorePath} from '../core/plan/ignore-path.ts';
import type {IgnoreRule} from '../core/plan/ignore-rule.ts';
import {defined} from '../lib/defined.ts';

const Rule = z
  .strictObject({
    path: z
      .string()
      .refine((path) => readIgnorePath(path) !== undefined, {
        error:
          'must be a path as plans show it, for example `spec.replicas` or `spec.template.spec.containers[*].image`',
      })
      .optional()
      .meta({
        description: 'The path of a field, as plans show it. `*` matches any one step, and `[*]` any item of a list.',
      }),
    kind: z.string().min(1).optional().meta({description: 'Only objects of this kind.'}),
    name: z.string().min(1).optional().meta({description: 'Only objects with this name.'}),
    manager: z.string().min(1).optional().meta({description: 'Only live fields that this field manager owns.'}),
  })
  .refine(({path, manager}) => path !== undefined || manager !== undefined, {
    error: 'an `ignore` rule must have a `path`, a `manager`, or both',
  });

/** The schema of rules for ignored fields in stack.yaml and in workspace files. */
export const IgnoreRules = z
  .array(Rule)
  .nullish()
  .meta({
    description: 'Fields that other managers own. Gantry neither shows nor sends differences in them.',
    examples: [[{path: 'spec.replicas', kind: 'Deployment'}]],
  });
/** The checked `ignore` rules of a file. */
export type IgnoreRules = z.infer<typeof IgnoreRules>;

/** Returns the rules of a file, each with its position. */
export const ignoreRulesOf = (rules: IgnoreRules | undefined, origin: Origin): readonly IgnoreRule[] =>
  (rules ?? []).map(({path, kind, name, manager}, i) => ({
    ...defined({path, kind, name, manager}),
    from: origin.position(['ignore', i]).file,
    at: origin.position(['ignore', i]),
  }));
