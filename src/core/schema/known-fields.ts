import type {z} from 'zod';

/** Returns the field names that a schema allows at a path, for suggestions. */
export function knownFields(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  const inner = unwrap(schema);
  const {def} = inner._zod;
  const [step, ...rest] = path;
  if (def.type === 'object') {
    const {shape} = def as z.core.$ZodObjectDef;
    if (step === undefined) return Object.keys(shape);
    const field = shape[String(step)];
    return field === undefined ? [] : knownFields(field, rest);
  }
  if (def.type === 'array') return knownFields((def as z.core.$ZodArrayDef).element, rest);
  if (def.type === 'union') {
    return (def as z.core.$ZodUnionDef).options.flatMap((option) => knownFields(option, path));
  }
  if (def.type === 'record') return knownFields((def as z.core.$ZodRecordDef).valueType, rest);
  return [];
}

/** Returns the schema of the value at a path; undefined if there is none, or if several schemas are possible. */
export function fieldSchema(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return schema;
  const {def} = unwrap(schema)._zod;
  const inner =
    def.type === 'object'
      ? (def as z.core.$ZodObjectDef).shape[String(step)]
      : def.type === 'array'
        ? (def as z.core.$ZodArrayDef).element
        : undefined;
  return inner === undefined ? undefined : fieldSchema(inner, rest);
}

/** Removes one `optional`, `nullable` or `default` from a schema; returns any other schema as it is. */
export function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const {def} = schema._zod;
  return def.type === 'optional' || def.type === 'nullable' || def.type === 'default'
    ? (def as z.core.$ZodOptionalDef).innerType
    : schema;
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const inner = unwrapped(schema);
  return inner === schema ? schema : unwrap(inner);
}
