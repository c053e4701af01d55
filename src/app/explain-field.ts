import {ANY_NAME, type Field, fieldsOfSchema} from '../config/fields/field.ts';
import {fileSchema} from '../config/fields/file-schema.ts';
import {FILE_MODELS} from '../config/file-models.ts';
import {GantryError} from '../core/failure/failure.ts';
import {didYouMean} from '../lib/did-you-mean.ts';

/** A field to explain, such as `stack.images`: the name of a file, then the names of fields. Without a path, all files. */
export type ExplainField = {readonly path?: string | undefined};

/** Returns the fields of one file that users write, by the name of its schema. */
export const fileFields = (file: string): Field => fieldsOfSchema(file, fileSchema(file));

/**
 * Finds the field that a path names, or every file.
 * @throws GantryError `input/usage` for a path that names no field, with the nearest one that exists
 */
export function explainField({path}: ExplainField): readonly [Field, ...Field[]] {
  const files = Object.keys(FILE_MODELS);
  const [file = '', ...names] = path?.split('.') ?? [];
  if (path === undefined) return files.map(fileFields) as [Field, ...Field[]];
  if (!files.includes(file)) throw unknownFile(file, files);
  return [names.reduce(below, fileFields(file))];
}

/** Finds a field by name. A key that users choose counts as the field `<name>`, unless it looks like a known one. */
function below(field: Field, name: string): Field {
  const known = field.fields.map((one) => one.name);
  const found = field.fields.find((one) => one.name === name);
  if (found !== undefined) return found;
  const near = didYouMean(name, known);
  const anyName = field.fields.find((one) => one.name === ANY_NAME);
  if (anyName !== undefined && near === undefined) return anyName;
  throw new GantryError({
    code: 'input/usage',
    message: `There is no field "${name}" in ${field.path}.`,
    hint: near === undefined ? knownHere(field) : `Did you mean ${field.path}.${near}? ${knownHere(field)}`,
  });
}

const knownHere = ({path, fields}: Field): string =>
  fields.length === 0
    ? `${path} has no fields: "gantry explain ${path}" describes its value.`
    : `"gantry explain ${path}" lists its fields.`;

function unknownFile(name: string, files: readonly string[]): GantryError {
  const holders = files.filter((file) => fileFields(file).fields.some((field) => field.name === name));
  const near = didYouMean(name, files);
  const meant = holders.length > 0 ? holders.map((file) => `${file}.${name}`).join(' or ') : near;
  return new GantryError({
    code: 'input/usage',
    message: `There is no file "${name}".`,
    hint: `${meant === undefined ? '' : `Did you mean ${meant}? `}A path begins with the name of a file: ${files.join(', ')}.`,
  });
}
