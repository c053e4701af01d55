import {z} from 'zod';
import type {Json} from '../../core/json.ts';
import {SOURCES, type SourceName} from '../../registry/sources.ts';
import {asksForNothing} from '../issues/not-supported.ts';
import {listed} from './listed.ts';
import type {SourceOption} from './source.ts';

const KIND_FIELDS = Object.fromEntries(
  SOURCES.map(({name, description, schema = z.string().min(1)}) => [name, schema.optional().meta({description})]),
) as Record<SourceName, z.ZodOptional<z.ZodType<Json>>>;

const option = (name: SourceOption) => {
  const description = SOURCES.find(({options}) => options[name] !== undefined)?.options[name];
  return z.boolean().optional().meta({description});
};

/** The schema of an entry of `sources` in stack.yaml. */
export const SourceModel = z
  .strictObject({
    ...KIND_FIELDS,
    references: option('references'),
    remote: option('remote'),
  })
  .superRefine((source, context) => {
    const {references, remote, ...kinds} = source;
    const named = Object.values(kinds).filter((kind) => !asksForNothing(kind as Json));
    const issue = (message: string, ...path: string[]) => context.addIssue({code: 'custom', path, message});
    if (named.length !== 1) return issue(`a source must have exactly one of ${listed(SOURCES)}`);
    const kind = SOURCES.find(({name}) => source[name] !== undefined);
    for (const [name, said] of Object.entries({references, remote}) as [SourceOption, boolean | undefined][]) {
      if (said === undefined || kind === undefined || kind.options[name] !== undefined) continue;
      const because = kind.because?.[name];
      const takers = listed(SOURCES.filter(({options}) => options[name] !== undefined));
      issue(`\`${name}\` is only for ${takers}${because === undefined ? '' : `: ${because}`}`, name);
    }
  });
