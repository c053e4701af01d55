/** Returns the text for a placeholder such as `resources.db.host`. Undefined: the file does not define it. */
export type ReplacePlaceholder = (placeholder: string) => string | undefined;

const PLACEHOLDER = /(?<!\$)\$(\$*)\{([^}]*)(\}?)/g;
/** Texts that Gantry would read as references. */
const OWN = /^(?:context:|output:|ref:|ref:\/\/|secret:\/\/|workspace$)/;

/** Replaces placeholders of Score. `$${…}` is literal text, and a text that Gantry would read as a reference stays literal. */
export const expandScore = (text: string, replace: ReplacePlaceholder): string =>
  text.replaceAll(PLACEHOLDER, (written: string, dollars: string, name: string, end: string) => {
    if (end === '') return written;
    if (dollars.length > 0) return OWN.test(name) ? written : written.slice(1);
    return replace(name) ?? written;
  });

/** Returns a text in which nothing is expanded. */
export const literalText = (text: string): string =>
  text.replaceAll(PLACEHOLDER, (written: string, _: string, name: string, end: string) =>
    end !== '' && OWN.test(name) ? `$${written}` : written,
  );
