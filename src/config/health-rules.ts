import {z} from 'zod';
import type {Origin} from '../core/diagnostic/origin.ts';
import {secondsOf} from '../core/duration-seconds.ts';
import type {HealthRule} from '../core/readiness/health-rule.ts';
import {defined} from '../lib/defined.ts';

const expression = (description: string) => z.string().min(1).optional().meta({description});

const Rule = z
  .strictObject({
    kind: z.string().min(1).optional().meta({description: 'Only objects of this kind.'}),
    apiVersion: z.string().min(1).optional().meta({description: 'Only objects of this group and version.'}),
    group: z
      .string()
      .optional()
      .meta({description: 'Only objects of this group, in any version. An empty string is the core group.'}),
    name: z.string().min(1).optional().meta({description: 'Only the object with this name.'}),
    ready: expression(
      'A CEL expression that is true when the object is ready, for example `status.phase == "Running"`.',
    ),
    failed: expression('A CEL expression that is true when the object has failed. It is evaluated before `ready`.'),
    timeout: z
      .string()
      .refine((text) => (secondsOf(text) ?? 0) > 0, {
        error: 'must be a duration above zero, for example 90s, 5m or 1h30m',
      })
      .optional()
      .meta({description: 'The time in which each of these objects must become ready, for example 5m. Default: 10m.'}),
  })
  .refine(({ready, failed, timeout}) => ready !== undefined || failed !== undefined || timeout !== undefined, {
    error: 'a `health` rule must have at least one of `ready`, `failed` and `timeout`',
  })
  .refine(({apiVersion, group}) => apiVersion === undefined || group === undefined, {
    error: 'a `health` rule must not have both `apiVersion` and `group`',
  });

/** The schema of health rules in stack.yaml and in workspace files. */
export const HealthRules = z
  .array(Rule)
  .nullish()
  .meta({
    description: 'Rules that decide when objects are ready, when they have failed, and how long they may take.',
    examples: [[{ready: 'object.status.phase == "Ready"', kind: 'Widget', timeout: '10m'}]],
  });
/** The checked `health` rules of a file. */
export type HealthRules = z.infer<typeof HealthRules>;

/** Returns the rules of a file, each with its position. */
export const healthRulesOf = (rules: HealthRules | undefined, origin: Origin): readonly HealthRule[] =>
  (rules ?? []).map(({timeout, ...rule}, i) => {
    const place = (field: 'ready' | 'failed') =>
      rule[field] === undefined ? undefined : origin.position(['health', i, field]);
    return {
      ...defined({...rule, timeoutSeconds: timeout === undefined ? undefined : secondsOf(timeout)}),
      from: origin.position(['health', i]).file,
      at: defined({rule: origin.position(['health', i]), ready: place('ready'), failed: place('failed')}),
    };
  });
