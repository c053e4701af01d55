import {z} from 'zod';
import type {JsonObject} from '../../core/json.ts';
import {Context} from '../context.ts';
import {FILE_MODELS} from '../file-models.ts';
import {ContextFields, OTHER_CONTEXT_KEYS} from './context-fields.ts';

/** Returns the JSON Schema of a file that users write, by the name of its schema. The context lists the keys that Gantry knows. */
export function fileSchema(name: string, reused: 'inline' | 'ref' = 'inline'): JsonObject {
  const model = FILE_MODELS[name];
  if (model === undefined) throw new Error(`there is no schema ${name}`);
  return z.toJSONSchema(model, {
    io: 'input',
    unrepresentable: 'any',
    reused,
    override: ({zodSchema, jsonSchema}) => {
      if (zodSchema !== Context) return;
      const {properties} = z.toJSONSchema(ContextFields, {io: 'input', unrepresentable: 'any', reused: 'inline'});
      Object.assign(jsonSchema, {properties, additionalProperties: {description: OTHER_CONTEXT_KEYS}});
      delete jsonSchema.propertyNames;
    },
  }) as JsonObject;
}
