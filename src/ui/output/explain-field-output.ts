import {z} from 'zod';
import {FormatVersion} from '../../config/documents/parts.ts';

const FieldOutput = z.strictObject({
  path: z
    .string()
    .meta({description: 'The path from the name of the file, without indexes of lists: `stack.sources.references`.'}),
  name: z.string().meta({description: 'The name of the field. `<name>` if users choose it.'}),
  type: z.string().meta({description: 'As in `kubectl explain`: `string`, `[]Object`, `map[string]string`.'}),
  required: z.boolean(),
  description: z.exactOptional(z.string()),
  values: z.exactOptional(z.array(z.json())).meta({description: 'The allowed values.'}),
  example: z.exactOptional(z.string()).meta({description: 'An example in one line of YAML.'}),
  get fields() {
    return z
      .exactOptional(z.array(FieldOutput))
      .meta({description: 'The fields of this field. Absent in nested fields without `--recursive`.'});
  },
});

/** The document that `explain -o json` writes. */
export const ExplainFieldOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    fields: z.array(FieldOutput).meta({description: 'The requested field, or every file if none was named.'}),
  })
  .meta({title: 'Gantry explain'});
