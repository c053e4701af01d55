/** Returns the values that occur in none of the texts. One that everybody knows, for example a user name in the defaults of a chart, is not secret. */
export const valuesNotIn = (texts: readonly string[], values: readonly string[]): readonly string[] =>
  values.filter((value) => !texts.some((text) => text.includes(value)));
