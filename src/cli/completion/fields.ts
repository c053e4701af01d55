import {explainField} from '../../app/explain-field.ts';
import {firstSentence} from '../../ui/sentence.ts';
import type {CompletedField} from './completed-field.ts';

type Field = ReturnType<typeof explainField>[number];

/** Returns the fields of all files that users write. The built program has them as data in place of this module. */
export const fieldTable = (): readonly CompletedField[] => explainField({path: undefined}).map(completed);

const completed = ({name, description = '', fields}: Field): CompletedField => ({
  name,
  summary: firstSentence(description),
  fields: fields.map(completed),
});
