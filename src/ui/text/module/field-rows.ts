import type {ModuleField, ModuleSide} from '../../../app/module/module-fields.ts';
import type {Field} from '../../../config/fields/field.ts';
import type {Json} from '../../../core/json.ts';
import {firstSentence} from '../../sentence.ts';

/** Returns rows of a table of fields: name, type, side, default and description. `isDeep`: also the fields of fields, as `size.limit`. */
export const fieldRows = (fields: readonly ModuleField[], isDeep: boolean): readonly (readonly string[])[] =>
  fields.flatMap((field) => rowsOf(field, SIDE[field.side], {isDeep, before: ''}));

const SIDE: Readonly<Record<ModuleSide, string>> = {
  application: 'application',
  platform: 'platform',
  both: 'application or platform',
};

type Depth = {readonly isDeep: boolean; readonly before: string};

function rowsOf(field: Field, side: string, {isDeep, before}: Depth): readonly (readonly string[])[] {
  const {name, type, required, description = '', values, fields} = field;
  const path = `${before}${name}`;
  return [
    [
      path,
      valuesText(values) ?? type,
      side,
      field.default === undefined ? neededText(required) : jsonText(field.default),
      isDeep ? description : firstSentence(description),
    ],
    ...(isDeep ? fields.flatMap((one) => rowsOf(one, side, {isDeep, before: `${path}.`})) : []),
  ];
}

const neededText = (required: boolean): string => (required ? 'required' : '');

const valuesText = (values: readonly Json[] | undefined): string | undefined => values?.map(jsonText).join(' | ');

const jsonText = (value: Json): string => (typeof value === 'string' && value !== '' ? value : JSON.stringify(value));
