/** Writes a literal so that it is read back as it is where references are expanded. */
export const escapeText = (literal: string): string =>
  literal.replace(/^(?=\$*ref:\/\/|\$+kusion_path\.)/, '$$').replaceAll(/(?<!\$)\$+\{ref:/g, '$$$&');
