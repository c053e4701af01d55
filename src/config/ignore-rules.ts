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
          'a path is written as plans show it, for example `spec.replicas` or `spec.template.spec.containers[*].image`',
      })
      .optional()
      .meta({description: 'A field, as plans show it, with `*` for any one step and `[*]` for any item of a list.'}),
    kind: z.string().min(1).optional().meta({description: 'Only objects of this kind.'}),
    name: z.string().min(1).optional().meta({description: 'Only objects of this name.'}),
    manager: z.string().min(1).optional().meta({description: 'Only live fields that this field manager owns.'}),
  })
  .refine(({path, manager}) => path !== undefined || manager !== undefined, {
    error: 'an `ignore` rule names a `path`, a `manager`, or both',
  });

/** Fields that are left to others, in stack.yaml and in workspace files. */
export const IgnoreRules = z
  .array(Rule)
  .nullish()
  .meta({
    description: 'Fields that are left to others: what differs there is neither shown nor sent.',
    examples: [[{path: 'spec.replicas', kind: 'Deployment'}]],
  });
/** Fields that a workspace leaves to others. */
export type IgnoreRules = z.infer<typeof IgnoreRules>;

/** The rules of a file with where each of them stands. */
export const ignoreRulesOf = (rules: IgnoreRules | undefined, origin: Origin): readonly IgnoreRule[] =>
  (rules ?? []).map(({path, kind, name, manager}, i) => ({
    ...defined({path, kind, name, manager}),
    from: origin.position(['ignore', i]).file,
    at: origin.position(['ignore', i]),
  }));
