import {z} from 'zod';
import {fileSchema} from '../src/config/fields/file-schema.ts';
import {FILE_MODELS} from '../src/config/file-models.ts';
import {OUTPUT_MODELS} from '../src/ui/output/output-models.ts';

/** Returns the JSON Schemas of all files that users write and all documents that commands print, by file name. */
export const jsonSchemas = (): ReadonlyMap<string, string> =>
  new Map([
    ...Object.keys(FILE_MODELS).map((name) => entry(name, fileSchema(name, REUSED[name]))),
    ...Object.entries(OUTPUT_MODELS).map(([name, model]) => entry(name, outputSchema(model))),
  ]);

/** An application has the same containers in nine places, and each has the same probes. */
const REUSED: Readonly<Record<string, 'ref'>> = {application: 'ref'};

const outputSchema = (model: z.ZodType): object =>
  z.toJSONSchema(model, {io: 'input', unrepresentable: 'any', reused: 'inline'});

const entry = (name: string, schema: object): [file: string, text: string] => [
  `${name}.schema.json`,
  `${JSON.stringify(schema, undefined, 2)}\n`,
];
