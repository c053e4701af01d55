import {z} from 'zod';
import {DEFAULT_OUTCOMES} from '../core/notify/is-wanted.ts';
import {OUTCOMES} from '../core/notify/notification.ts';
import {DEFAULT_TEMPLATE, PLACEHOLDERS, templateProblem} from '../core/notify/template.ts';
import {NOTIFIERS} from '../registry/notifiers.ts';
import {hasValue, mappingSchema} from './mapping-schema.ts';
import {Name} from './names.ts';

const KINDS = NOTIFIERS.map(({kind}) => kind);

const Template = z.string().superRefine((text, context) => {
  const problem = templateProblem(text);
  if (problem !== undefined) context.addIssue({code: 'custom', message: problem});
});

const Target = z
  .strictObject({
    ...Object.fromEntries(
      NOTIFIERS.map(({kind, fields, description}) => [kind, mappingSchema({fields}).nullish().meta({description})]),
    ),
    outcomes: z
      .array(z.enum(OUTCOMES))
      .nonempty()
      .nullish()
      .meta({description: `The outcomes that are reported. Default: ${DEFAULT_OUTCOMES.join(', ')}.`}),
    template: Template.nullish().meta({
      description: `The text of the message, with the placeholders ${PLACEHOLDERS.map((name) => `\`\${${name}}\``).join(', ')}. Default: \`${DEFAULT_TEMPLATE.replaceAll('\n', ' ')}\`, one per line.`,
    }),
  })
  .refine((target) => KINDS.filter((kind) => hasValue((target as Record<string, unknown>)[kind])).length === 1, {
    error: `a notification target has exactly one of ${KINDS.map((kind) => `\`${kind}\``).join(', ')}`,
  })
  .meta({description: 'A notification target.'});

/** The schema of the notification targets by name, which `--notify` selects. */
export const Notify = z
  .record(Name, Target)
  .nullish()
  .meta({description: 'Notification targets by name, for `--notify NAME`.'});
/** The checked `notify` of the user's configuration. */
export type Notify = z.infer<typeof Notify>;

/** A checked notification target. */
export type NotifyTarget = NonNullable<Notify>[string];
