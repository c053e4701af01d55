/** A field of a file that users write, or the file itself. `<name>` is the name of a key that users choose. */
export type CompletedField = {
  readonly name: string;
  readonly summary: string;
  readonly fields: readonly CompletedField[];
};

/** Returns the fields of the field before the last dot of a typed path; without a dot, the files. A word continues the typed path. */
export function fieldsAt(
  typed: string,
  files: readonly CompletedField[],
): readonly {readonly word: string; readonly summary: string}[] {
  const end = typed.lastIndexOf('.') + 1;
  const names = typed.slice(0, end).split('.').slice(0, -1);
  const found = names.reduce<readonly CompletedField[]>((fields, name) => {
    const exact = fields.find((one) => one.name === name) ?? fields.find((one) => one.name === ANY_NAME);
    return exact?.fields ?? [];
  }, files);
  return found.map(({name, summary}) => ({word: `${typed.slice(0, end)}${name}`, summary}));
}

const ANY_NAME = '<name>';
