import {z} from 'zod';
import {FILE_MODELS} from '../src/config/file-models.ts';
import {OUTPUT_MODELS} from '../src/ui/output/output-models.ts';

/** Returns the JSON Schemas of all files that users write and all documents that commands print, by file name. */
export const jsonSchemas = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries({...FILE_MODELS, ...OUTPUT_MODELS}).map(([name, model]) => [
      `${name}.schema.json`,
      schemaText(model),
    ]),
  );

const schemaText = (model: z.ZodType): string =>
  `${JSON.stringify(z.toJSONSchema(model, {io: 'input', unrepresentable: 'any', reused: 'inline'}), undefined, 2)}\n`;
