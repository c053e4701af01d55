import {z} from 'zod';
import {unreachable} from '../lib/unreachable.ts';
import type {DeclaredField} from '../ports/declared-field.ts';
import {HookAddress} from './hook-address.ts';
import {HttpsAddress} from './https-address.ts';
import {lazyShape} from './lazy-shape.ts';
import {Namespace} from './names.ts';
import {SecretReference} from './secret-reference.ts';

type Mapping = Pick<Extract<DeclaredField, {type: 'mapping'}>, 'fields' | 'exactlyOne'>;

/** Returns the schema of a mapping with the declared members. A member that is not required may be empty. */
export function mappingSchema({fields, exactlyOne}: Mapping): z.ZodType {
  const mapping = z.strictObject(lazyShape(fields, memberSchema));
  if (exactlyOne === undefined) return mapping;
  const {of, error} = exactlyOne;
  return mapping.refine((written) => of.filter((name) => hasValue(written[name])).length === 1, {error});
}

/** Reports whether a member is present and not null. */
export const hasValue = (value: unknown): boolean => value !== undefined && value !== null;

function memberSchema(field: DeclaredField): z.ZodType {
  const schema = field.type === 'recipients' ? recipientsSchema(field) : schemaOf(field);
  if (field.required) return described(schema, field);
  // The description of a string member belongs to the string and not to the nullable type, as in all other schemas of files.
  const isText = (field.type === 'text' && !field.mayBeEmpty) || field.type === 'path';
  return isText ? described(schema, field).nullish() : described(schema.nullish(), field);
}

function described(schema: z.ZodType, {type, description}: DeclaredField): z.ZodType {
  const end = type === 'path' ? '; a relative path starts at the file that names it.' : '';
  return description === undefined ? schema : schema.meta({description: `${description}${end}`});
}

type Recipients = Extract<DeclaredField, {type: 'recipients'}>;

const recipientsSchema = ({pattern, error}: Recipients): z.ZodType =>
  z.array(z.string().regex(pattern, {error})).min(1);

function schemaOf(field: Exclude<DeclaredField, Recipients>): z.ZodType {
  switch (field.type) {
    case 'text':
      return field.mayBeEmpty ? z.string() : z.string().min(1);
    case 'path':
    case 'workspace':
      return z.string().min(1);
    case 'flag':
      return z.boolean();
    case 'choice':
      return z.enum(field.of as [string, ...string[]]);
    case 'seconds':
      return z.number().positive();
    case 'namespace':
      return Namespace;
    case 'endpoint':
      return HttpsAddress;
    case 'hook':
      return HookAddress;
    case 'reference':
      return SecretReference;
    case 'command':
      return z.array(z.string()).min(1);
    case 'variables':
      return z.record(z.string(), z.string());
    case 'mapping':
      return mappingSchema(field);
    default:
      return unreachable(field);
  }
}
