import {z} from 'zod';
import {FormatVersion} from '../../config/documents/parts.ts';

const FieldOutput = z.strictObject({
  path: z
    .string()
    .meta({description: 'From the name of the file, without indexes of lists: `stack.sources.references`.'}),
  name: z.string().meta({description: '`<name>` where users choose it.'}),
  type: z.string().meta({description: 'As in `kubectl explain`: `string`, `[]Object`, `map[string]string`.'}),
  required: z.boolean(),
  description: z.exactOptional(z.string()),
  values: z.exactOptional(z.array(z.json())).meta({description: 'The only values that the field may have.'}),
  example: z.exactOptional(z.string()).meta({description: 'In one line of YAML.'}),
  get fields() {
    return z
      .exactOptional(z.array(FieldOutput))
      .meta({description: 'Absent in fields of the field, without --recursive.'});
  },
});

/** The schema of what `explain -o json` writes. */
export const ExplainFieldOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    fields: z.array(FieldOutput).meta({description: 'The field that was named; without a name, every file.'}),
  })
  .meta({title: 'Gantry explain'});
