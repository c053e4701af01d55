import type {Field} from '../../../config/fields/field.ts';
import {printable} from '../../printable.ts';
import {firstSentence} from '../../sentence.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';

/** Formats the files that users write, one a line. */
export const filesText = (files: readonly Field[], style: Style): string =>
  table(
    ['FILE', 'DESCRIPTION'],
    files.map(({name, description = ''}) => [name, firstSentence(description)]),
    style,
  );

/** Formats a field as `kubectl explain` does: its type, description, values and example, then its fields. */
export function fieldText(field: Field, recursive: boolean, {paint}: Style): string {
  const {path, type, required, description, values, example, fields} = field;
  const head = [
    ['FIELD', `${path} <${type}>${required && path.includes('.') ? ' -required-' : ''}`],
    ['DESCRIPTION', description],
    ['VALUES', values?.map(String).join(', ')],
    ['EXAMPLE', example],
  ] as const;
  const parts = head.flatMap(([title, text]) =>
    text === undefined ? [] : [`${paint.dim(`${title}:`)}\n  ${printable(text)}\n`],
  );
  if (fields.length === 0) return parts.join('\n');
  const rows = rowsOf(fields, recursive, 0);
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, about]) => `  ${name.padEnd(width)}  ${printable(about)}`.trimEnd());
  return [...parts, `${paint.dim('FIELDS:')}\n${lines.join('\n')}\n`].join('\n');
}

type Row = readonly [name: string, about: string];

const rowsOf = (fields: readonly Field[], recursive: boolean, depth: number): readonly Row[] =>
  fields.flatMap(({name, type, required, description = '', fields: inner}): readonly Row[] => [
    [`${'  '.repeat(depth)}${name} <${type}>${required ? ' -required-' : ''}`, firstSentence(description)],
    ...(recursive ? rowsOf(inner, true, depth + 1) : []),
  ]);

/** Returns a field for JSON: the fields inside of its fields only where all are asked for. */
export const fieldDocument = ({fields, ...field}: Field, recursive: boolean): object => ({
  ...field,
  fields: fields.map((one) => (recursive ? fieldDocument(one, true) : alone(one))),
});

const alone = ({fields: _, ...field}: Field): object => field;
