import {z} from 'zod';
import {POD_SECURITY_CONTROLS, POD_SECURITY_LEVELS} from '../core/policy/pod-security.ts';
import {SELECTABLE_ACTIONS} from '../core/policy/policy.ts';

const texts = (description: string) => z.array(z.string().min(1)).min(1).optional().meta({description});

const Selector = z
  .strictObject({
    kinds: texts('Only these kinds: `Deployment`, or with the API group `apps/Deployment`.'),
    namespaces: texts('Only objects in these namespaces, and these namespaces themselves.'),
    names: texts('Only objects with these names.'),
    actions: z.array(z.enum(SELECTABLE_ACTIONS)).min(1).optional().meta({
      description: 'Only changes with these actions. Default: create, update, replace, adopt and run.',
    }),
  })
  .optional();

const Registry = z.string().regex(/^(?:localhost|[^/\s.:*]*[.:*][^/\s]*)(?:\/[^/\s@]+)*\/?$/, {
  error: 'must be a registry, or a path in one, without a scheme: registry.example.com, ghcr.io/acme, docker.io',
});

const Program = z
  .string()
  .regex(/\.[cm]?[jt]s$/, {error: 'must be a TypeScript or JavaScript file, relative to the workspace file'});

const day = z.string().refine(isDay, {error: 'must be a date such as 2027-01-31'});

/** Reports whether a text is a date that exists. */
function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The fields of an entry of which exactly one is set. */
const KINDS = [
  'podSecurity',
  'allowedRegistries',
  'requiredResources',
  'protectedNamespaces',
  'maxDeletions',
  'denyReplace',
  'denyImageDowngrade',
  'deny',
  'warn',
  'file',
  'mutate',
  'waive',
] as const;

const RULES = KINDS.filter((kind) => kind !== 'waive');

/** The fields that belong to some kinds of entries only. */
const BELONGS: Readonly<Record<string, readonly string[]>> = {
  excludeControls: ['podSecurity'],
  message: ['deny', 'warn'],
  resources: ['waive'],
  reason: ['waive'],
  expires: ['waive'],
  name: RULES,
  match: RULES,
  exclude: RULES,
  after: ['mutate'],
  // The field of an expression is also its action.
  action: RULES.filter((kind) => !['deny', 'warn', 'mutate'].includes(kind)),
};

/** The kinds of rules that have no name of their own. */
const NAMED: readonly string[] = ['deny', 'warn', 'mutate'];

type Selecting = {readonly match?: z.infer<typeof Selector>; readonly exclude?: z.infer<typeof Selector>};

const selectsActions = ({match, exclude}: Selecting): boolean => (match?.actions ?? exclude?.actions) !== undefined;

const Entry = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$/, {
        error: 'a name must have at most 63 letters, digits, `-`, `_` and `.`, and must begin with a letter or a digit',
      })
      .optional()
      .meta({
        description:
          'The name of the rule in messages and waivers. Default: the level of `podSecurity`, the name that a file exports, or the name of the field. Required for `deny`, `warn` and `mutate`.',
      }),
    match: Selector.meta({description: 'The objects and changes that the rule is about. Default: all.'}),
    exclude: Selector.meta({description: 'The objects and changes that the rule is not about.'}),
    action: z
      .enum(['deny', 'warn'])
      .optional()
      .meta({description: 'The effect of a breach: `deny` blocks the change, `warn` shows a warning. Default: deny.'}),
    podSecurity: z
      .enum(POD_SECURITY_LEVELS)
      .optional()
      .meta({description: 'Pods and pod templates must comply with this level of the Pod Security Standards.'}),
    excludeControls: z
      .array(z.enum(POD_SECURITY_CONTROLS))
      .min(1)
      .optional()
      .meta({description: 'The controls of the Pod Security Standards that the rule does not check.'}),
    allowedRegistries: z.array(Registry).min(1).optional().meta({
      description:
        'Images must come from one of these registries, or paths in them: registry.example.com, ghcr.io/acme. Images without a registry are from docker.io.',
    }),
    requiredResources: z
      .strictObject({
        limits: texts('The limits that each container must set, for example memory.'),
        requests: texts('The requests that each container must set, for example cpu.'),
      })
      .refine(({limits, requests}) => limits !== undefined || requests !== undefined, {
        error: '`requiredResources` must have `limits` or `requests`',
      })
      .optional()
      .meta({description: 'The resource requests and limits that each container must set.'}),
    protectedNamespaces: texts('Changes in these namespaces, and of these namespaces themselves, are blocked.'),
    maxDeletions: z
      .int()
      .min(0)
      .optional()
      .meta({description: 'The maximum number of deletions in a plan. If a plan has more, all of them are blocked.'}),
    denyReplace: texts('Objects of these kinds must not be deleted and recreated, for example PersistentVolumeClaim.'),
    denyImageDowngrade: z
      .literal(true)
      .optional()
      .meta({description: 'A change must not set an older version of an image. The rule does not apply to rollbacks.'}),
    deny: z.string().min(1).optional().meta({
      description: 'A CEL expression over `object`, `change` and `plan`. If it is true, the change is blocked.',
    }),
    warn: z
      .string()
      .min(1)
      .optional()
      .meta({description: 'A CEL expression over `object`, `change` and `plan`. If it is true, a warning is shown.'}),
    message: z.string().min(1).optional().meta({description: 'The reason that messages show for `deny` or `warn`.'}),
    waive: z
      .string()
      .min(1)
      .optional()
      .meta({description: 'Waives a rule, or one control of it: `restricted` or `restricted/runAsNonRoot`.'}),
    resources: texts('The ids of the resources for which the rule is waived.'),
    reason: z.string().min(1).optional().meta({description: 'The reason for the waiver. Releases record it.'}),
    expires: day.optional().meta({description: 'The last day on which the waiver is valid, in UTC.'}),
    file: Program.optional().meta({
      description:
        'A program that exports a policy (`definePolicy` of `gantry/module`), relative to the workspace file.',
    }),
    mutate: z
      .union([
        z.string().min(1),
        z.strictObject({file: Program.meta({description: 'A program that exports a policy with `mutate`.'})}),
      ])
      .optional()
      .meta({
        description:
          'Changes objects at build: a CEL expression over `object` that gives a merge patch, or `{file: FILE}` with a policy that has `mutate`.',
      }),
    after: texts('The `mutate` rules that are applied before. If both set a field, this one wins.'),
  })
  .superRefine((entry, context) => {
    const complain = (message: string, field?: string): void =>
      context.addIssue({code: 'custom', message, path: field === undefined ? [] : [field]});
    const set = KINDS.filter((kind) => entry[kind] !== undefined);
    if (set.length !== 1) {
      complain(`a \`policy\` entry must have exactly one of ${KINDS.map((kind) => `\`${kind}\``).join(', ')}`);
      return;
    }
    const [kind = ''] = set;
    for (const [field, kinds] of Object.entries(BELONGS))
      if (entry[field as keyof typeof entry] !== undefined && !kinds.includes(kind))
        complain(`\`${field}\` cannot be used with \`${kind}\``, field);
    if (NAMED.includes(kind) && entry.name === undefined) complain(`a rule with \`${kind}\` must have a \`name\``);
    if (kind === 'mutate' && selectsActions(entry))
      complain('`actions` cannot be used with `mutate`: objects are changed at build, before there is a plan');
    if (kind !== 'waive') return;
    for (const field of ['resources', 'reason', 'expires'] as const)
      if (entry[field] === undefined) complain(`a waiver must have \`${field}\`, for example ${WAIVER[field]}`);
  });

/** An example of each field that a waiver must have. */
const WAIVER = {
  resources: 'resources: ["apps/v1:Deployment:shop:web"]',
  reason: 'reason: until the database is shared',
  expires: 'expires: 2027-01-31',
};

/** The schema of `policy` in workspace files: rules and waivers. */
export const PolicyEntries = z
  .array(Entry)
  .nullish()
  .meta({
    description: 'Rules that objects and changes must follow in this workspace, and waivers of them.',
    examples: [[{podSecurity: 'baseline'}, {allowedRegistries: ['registry.example.com']}]],
  });
/** The checked `policy` of a workspace. */
export type PolicyEntries = z.infer<typeof PolicyEntries>;
