import type {z} from 'zod';
import {once} from '../lib/once.ts';

/**
 * Returns the members of an object schema, which are created when the first value is parsed: files declare dozens of mappings, and a run parses
 * few of them.
 */
export function lazyShape<Field>(
  fields: Readonly<Record<string, Field>>,
  schemaOf: (field: Field) => z.ZodType,
): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields))
    Object.defineProperty(shape, name, {get: once(() => schemaOf(field)), enumerable: true});
  return shape;
}
