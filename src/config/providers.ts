import {z} from 'zod';
import {steersPrograms} from '../core/workspace/steering-variable.ts';

/** A name in `providerRef: aws.us`, which a dot separates. */
const PART = z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_-]{0,62}$/, {
  error: 'a name must have at most 63 letters, digits, `-` and `_`, and must not begin with `-`',
});

const Fields = z.record(z.string().min(1), z.json()).superRefine((fields, context) => {
  const names = Object.keys(fields);
  if (names.length === 0) {
    const message = 'a named provider takes nothing from the environment: write its region and credentials here';
    context.addIssue({code: 'custom', message});
  }
  for (const name of names) {
    if (!/^[A-Z][A-Z0-9_]*$/.test(name)) continue;
    const message = steersPrograms(name)
      ? `\`${name}\` is a variable of programs`
      : `\`${name}\` is an environment variable: a provider has the fields of its configuration, such as \`region\``;
    context.addIssue({code: 'custom', path: [name], message});
  }
});

/** The schema of the named providers of a workspace: `{aws: {us: {region: us-east-1}}}`. */
export const Providers = z
  .record(
    PART,
    z
      .record(PART, Fields.meta({description: 'The configuration of the provider. Values may be `ref://…`.'}))
      .meta({description: 'The configurations of a provider, by name.'}),
  )
  .nullish()
  .meta({
    description:
      'Several configurations of one provider, by provider and name. The extension `providerRef: aws.us` of a resource selects one. It is complete: nothing is taken from the context, the environment or `providerMeta`.',
    examples: [{aws: {us: {region: 'us-east-1', access_key: 'ref://aws-us/id', secret_key: 'ref://aws-us/key'}}}],
  });
/** The checked `providers` of a workspace. */
export type Providers = z.infer<typeof Providers>;
