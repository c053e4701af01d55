import type {FieldPath} from '../../core/fields/field-path.ts';
import {asList, asMap, fieldOf, type Schema} from '../fields/schema.ts';

/** Returns the type of the field at a path, or undefined if the schema has none. */
export function schemaAt(schema: Schema, path: FieldPath): Schema | undefined {
  let type: Schema | undefined = schema;
  for (const step of path) {
    if (type === undefined) return undefined;
    const map: ReturnType<typeof asMap> = asMap(type);
    type = 'field' in step ? map && fieldOf(map, step.field) : asList(type)?.items();
  }
  return type;
}
