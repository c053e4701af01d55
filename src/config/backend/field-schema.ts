import {z} from 'zod';
import {unreachable} from '../../lib/unreachable.ts';
import type {BackendField} from '../../ports/backend-descriptor.ts';
import {SecretReference} from '../secret-reference.ts';
import {SecretStore} from '../secret-store.ts';
import {holdsLogin, LOGIN_PROBLEM} from './without-credentials.ts';

/** Returns the schema of one member of a backend's mapping. */
export function fieldSchema(field: BackendField & {readonly required?: true}): z.ZodType {
  const schema = schemaOf(field);
  const present = field.required || field.type === 'secret-store' ? schema : schema.optional();
  return field.description === undefined ? present : present.meta({description: field.description});
}

function schemaOf(field: BackendField): z.ZodType {
  switch (field.type) {
    case 'text':
      return field.pattern === undefined
        ? z.string().min(1)
        : z.string().regex(field.pattern, field.error === undefined ? {} : {error: field.error});
    case 'flag':
      return z.boolean();
    case 'endpoint':
      return z
        .string()
        .min(1)
        .refine((address) => !holdsLogin(address), {error: LOGIN_PROBLEM});
    case 'certificates':
      return z.string().min(1);
    case 'choice':
      return z.union(Object.entries(field.of).map(([value, texts]) => variant(field, value, texts)));
    case 'credentials':
      return z.strictObject({
        ...named(field.names, SecretReference),
        ...named(field.optionalNames ?? [], SecretReference.optional()),
      });
    case 'secret-store':
      return SecretStore;
    default:
      return unreachable(field);
  }
}

type Choice = Extract<BackendField, {readonly type: 'choice'}>;

const variant = ({tag, descriptions}: Choice, value: string, texts: readonly string[]) =>
  z.strictObject({
    [tag]: z.literal(value).meta({description: descriptions[tag]}),
    ...Object.fromEntries(
      texts.map((name) => [name, z.string().min(1).optional().meta({description: descriptions[name]})]),
    ),
  });

const named = <Schema extends z.ZodType>(names: readonly string[], schema: Schema): Record<string, Schema> =>
  Object.fromEntries(names.map((name) => [name, schema]));
