import {fileFields} from '../src/app/explain-field.ts';
import type {Field} from '../src/config/fields/field.ts';
import {fileSchema} from '../src/config/fields/file-schema.ts';

/** The place where fields are described: a page, and the path of the field that holds them. */
type Described = {readonly page: string; readonly path: string};

/** Returns a function that writes the page of a file. Fields that an earlier page or section describes are linked to, not repeated. */
export function filePages(): (file: string, page: string) => string {
  const described = new Map<string, Described>();
  return (file, page) => {
    const whole = fileFields(file);
    const sections: string[] = [];
    const write = (field: Field): void => {
      const {path, fields} = field;
      const place = pathIn(file, path);
      described.set(shapeOf(field), {page, path: place});
      // All have a section before the first is written, so that a row can link to any of them.
      const inner = fields.filter((one) => {
        if (one.fields.length === 0 || described.has(shapeOf(one))) return false;
        described.set(shapeOf(one), {page, path: pathIn(file, one.path)});
        return true;
      });
      const rows = fields.map((one) => rowOf(one, page, described.get(shapeOf(one))));
      const heading = place === '' ? [] : [`## ${headingOf(place)}`, ...(field.description ? [field.description] : [])];
      sections.push(...heading, ['| field | type | meaning |', '|---|---|---|', ...rows].join('\n'));
      for (const one of inner) write(one);
    };
    write(whole);
    const {title} = fileSchema(file);
    return [
      `# ${headingOf(String(title))}`,
      `${whole.description ?? ''} On a terminal: \`gantry explain ${file}\`. For editors: [${file}.schema.json](../../schemas/${file}.schema.json).`,
      ...examplesOf(whole),
      ...sections,
    ].join('\n\n');
  };
}

/** Markdown would take `<name>` for HTML. */
const headingOf = (text: string): string => text.replaceAll('<', String.raw`\<`);

const pathIn = (file: string, path: string): string => path.slice(file.length + 1);

/** The same for two fields that hold the same fields. One simple field is repeated: a link to another thing would not help. */
function shapeOf({path, fields}: Field): string {
  if (fields.length === 1 && fields[0]?.fields.length === 0) return path;
  return JSON.stringify(fields, (key, value: unknown) =>
    key === 'path' && typeof value === 'string' ? value.slice(path.length) : value,
  );
}

function rowOf(field: Field, page: string, described: Described | undefined): string {
  const {name, type, required, description = '', values, example} = field;
  const link = described === undefined || field.fields.length === 0 ? undefined : linkTo(described, page);
  const shown = link === undefined ? `\`${name}\`` : `[\`${name}\`](${link})`;
  const meaning = [
    ...(required ? ['Required.'] : []),
    /[.?!:]$/.test(description) ? description : `${description}.`,
    ...(values === undefined ? [] : [`One of: ${values.map((value) => `\`${String(value)}\``).join(', ')}.`]),
    ...(example === undefined ? [] : [`Example: \`${example}\`.`]),
  ].join(' ');
  return `| ${shown} | ${cell(type)} | ${cell(meaning)} |`;
}

const linkTo = ({page, path}: Described, from: string): string => `${page === from ? '' : page}#${anchorOf(path)}`;

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-');

function examplesOf({fields}: Field): readonly string[] {
  const lines = fields.flatMap(({example}) => (example === undefined ? [] : [example]));
  return lines.length === 0 ? [] : [['```yaml', ...lines, '```'].join('\n')];
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('<', '&lt;');
