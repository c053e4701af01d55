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
      .meta({description: 'Only objects of this group, in any version; an empty text is the core group.'}),
    name: z.string().min(1).optional().meta({description: 'Only the object of this name.'}),
    ready: expression('CEL that is true when the object is ready, for example `status.phase == "Running"`.'),
    failed: expression('CEL that is true when waiting any longer is in vain. It is asked before `ready`.'),
    timeout: z
      .string()
      .refine((text) => (secondsOf(text) ?? 0) > 0, {
        error: 'a `timeout` is a length of time above zero, for example 90s, 5m or 1h30m',
      })
      .optional()
      .meta({description: 'How long each such object may take, for example 5m. Default: 10m.'}),
  })
  .refine(({ready, failed, timeout}) => ready !== undefined || failed !== undefined || timeout !== undefined, {
    error: 'a `health` rule has at least one of `ready`, `failed` and `timeout`',
  })
  .refine(({apiVersion, group}) => apiVersion === undefined || group === undefined, {
    error: 'a `health` rule names an `apiVersion` or a `group`, not both',
  });

/** When objects are ready, in stack.yaml and in workspace files. */
export const HealthRules = z
  .array(Rule)
  .nullish()
  .meta({
    description: 'When objects are ready, when they have failed, and how long they may take.',
    examples: [[{ready: 'object.status.phase == "Ready"', kind: 'Widget', timeout: '10m'}]],
  });
/** Readiness rules that a workspace adds, by kind. */
export type HealthRules = z.infer<typeof HealthRules>;

/** The rules of a file with where each of them stands. */
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
