/** Escapes a literal for a text in which references are expanded. */
export const escapeText = (literal: string): string =>
  literal.replace(/^(?=\$*ref:\/\/|\$+kusion_path\.)/, '$$').replaceAll(/(?<!\$)\$+\{ref:/g, '$$$&');
