import type {z} from 'zod';

/** The field names that a schema allows at a path, to find the one that a misspelt name stands for. */
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

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const {def} = schema._zod;
  return def.type === 'optional' || def.type === 'nullable' || def.type === 'default'
    ? unwrap((def as z.core.$ZodOptionalDef).innerType)
    : schema;
}
