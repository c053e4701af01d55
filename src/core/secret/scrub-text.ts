/** The minimum length of a value that is always replaced. Shorter ones occur by chance, and are replaced only in quotes. */
const MIN_LENGTH = 4;
/** The minimum length of a line of a secret (a key, a certificate) that is replaced by itself. */
const MIN_LINE = 12;

/**
 * Removes values from a text of another program: raw, in base64 (also inside a longer text), escaped as in JSON and Go, and encoded as
 * in a URL or a form.
 */
export const scrubText = (text: string, values: Iterable<string>): string => scrubber(values)(text);

/** Returns a function that removes values from texts. It computes the forms of the values only once. */
export function scrubber(values: Iterable<string>): (text: string) => string {
  const forms = new Set<string>();
  for (const value of values) for (const form of secretForms(value)) forms.add(form);
  const find = finder(forms);
  // Longest first: a form may contain another one.
  return (text) =>
    [...find(text)].toSorted((a, b) => b.length - a.length).reduce((rest, form) => rest.replaceAll(form, '***'), text);
}

/** The length of the shortest form: a character in quotes. */
const HEAD = 3;

/** Returns a function that finds the forms in a text. Hundreds of secrets have thousands of forms, and a text has none or few of them. */
function finder(forms: Iterable<string>): (text: string) => ReadonlySet<string> {
  const byHead = Map.groupBy(forms, (form) => form.slice(0, HEAD));
  return (text) => {
    const found = new Set<string>();
    for (let i = 0; i + HEAD <= text.length; i++)
      for (const form of byHead.get(text.slice(i, i + HEAD)) ?? []) if (text.startsWith(form, i)) found.add(form);
    return found;
  };
}

/** Returns the forms in which a value may appear in a text. */
export function secretForms(value: string): readonly string[] {
  if (value === '') return [];
  if (value.length < MIN_LENGTH) return [`"${value}"`, `'${value}'`, `\\"${value}\\"`];
  const lines = value
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.length >= MIN_LINE && line !== value);
  return [value, ...lines].flatMap((part) => [
    ...escapedForms(part),
    ...percentForms(part),
    ...base64Forms(part).flatMap(inUrls),
  ]);
}

/** Returns the escaped forms of a value. A server may quote it twice: `Invalid value: "{\"password\":\"...\"}"`. */
function escapedForms(value: string): readonly string[] {
  const once = [value, jsonEscaped(value), goJsonEscaped(value), goQuoted(value)];
  return [...once, ...once.slice(1).flatMap((form) => [jsonEscaped(form), goQuoted(form)])];
}

/** Returns a text escaped as in JSON, without quotes. */
export const jsonEscaped = (value: string): string => JSON.stringify(value).slice(1, -1);

/** Escapes a value as Go's JSON, which also escapes characters of HTML. */
export const goJsonEscaped = (value: string): string =>
  jsonEscaped(value).replaceAll(/[<>&\u2028\u2029]/g, (char) => `\\u${hex(char.charCodeAt(0), 4)}`);

const GO_ESCAPES: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

/** Returns strconv.Quote (`%q`) of a text, without its quotes. */
export function goQuoted(value: string): string {
  return Array.from(value, (char) => {
    const code = char.codePointAt(0) ?? 0;
    const known = GO_ESCAPES[char];
    if (known !== undefined) return known;
    if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`;
    if (code < 0x7f || /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(char)) return char;
    return code < 0x1_00_00 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
  }).join('');
}

const hex = (code: number, width: number): string => code.toString(16).padStart(width, '0');

/** Returns a text escaped as in the query of a URL, as Go and forms do. */
export const queryEscaped = (value: string): string =>
  encodeURIComponent(value.toWellFormed())
    .replaceAll(/[!'()*]/g, (char) => `%${hex(char.charCodeAt(0), 2).toUpperCase()}`)
    .replaceAll('%20', '+');

/** Returns the percent-encoded forms of a value (`encodeURIComponent`, Go, forms), which differ in the characters that they escape. */
function percentForms(value: string): readonly string[] {
  const uri = encodeURIComponent(value.toWellFormed());
  const strict = uri.replaceAll(/[!'()*]/g, (char) => `%${hex(char.charCodeAt(0), 2).toUpperCase()}`);
  // RFC 3986 leaves `~`, forms do not; Go's path segments leave `$&+:=@`.
  const form = strict.replaceAll('%20', '+').replaceAll('~', '%7E');
  const segment = strict.replaceAll(/%(?:24|26|2B|3A|3D|40)/g, decodeURIComponent);
  return [uri, strict, form, segment].flatMap((one) => [
    one,
    one.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
  ]);
}

/** The value's own base64, and the characters that it must leave in the base64 of any longer text, at each of the three offsets. */
/** Adds the forms of a base64 text in URLs, which escape three of its characters. */
const inUrls = (form: string): readonly string[] => (/[+/=]/.test(form) ? [form, ...percentForms(form)] : [form]);

function base64Forms(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  const own = bytes.toString('base64');
  const inside = [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const wholeBits = (offset + bytes.length) * 8;
    const piece = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(wholeBits / 6));
    return piece.length >= 6 ? [piece] : [];
  });
  return [own, own.replace(/(?<!=)=+$/, ''), ...inside].flatMap((form) => [
    form,
    form.replaceAll('+', '-').replaceAll('/', '_'),
  ]);
}
