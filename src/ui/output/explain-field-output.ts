import {z} from 'zod';
import {FormatVersion} from '../../config/documents/parts.ts';

const FieldOutput = z.strictObject({
  path: z
    .string()
    .meta({description: 'The path from the name of the file, without list indexes: `stack.sources.references`.'}),
  name: z.string().meta({description: 'The name of the field; `<name>` if users choose it.'}),
  type: z.string().meta({description: 'The type, as in `kubectl explain`: `string`, `[]Object`, `map[string]string`.'}),
  required: z.boolean(),
  description: z.exactOptional(z.string()),
  values: z.exactOptional(z.array(z.json())).meta({description: 'The possible values of the field.'}),
  example: z.exactOptional(z.string()).meta({description: 'An example in one line of YAML.'}),
  get fields() {
    return z
      .exactOptional(z.array(FieldOutput))
      .meta({description: 'The nested fields. Absent in nested fields without --recursive.'});
  },
});

/** The schema of what `explain -o json` writes. */
export const ExplainFieldOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    fields: z.array(FieldOutput).meta({description: 'The requested field; without an argument, every file.'}),
  })
  .meta({title: 'Gantry explain'});
