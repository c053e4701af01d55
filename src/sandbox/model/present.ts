import type {Json, JsonObject} from '../../core/json.ts';

/** Without the fields that have no value. */
export function present(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  const kept: Record<string, Json> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value;
  return kept;
}
