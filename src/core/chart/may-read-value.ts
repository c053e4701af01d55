import type {JsonPath} from '../json.ts';

/**
 * Reports whether a chart may read a value: a text of the chart names its key, or may use a mapping that contains the value as a whole, for
 * example `toYaml .Values.resources`. In doubt, it returns true.
 * @param texts the templates, and other texts that templates may read or evaluate
 */
export function mayReadValue(texts: readonly string[], path: JsonPath): boolean {
  const plain = texts.map(withoutIndex);
  const names = path.filter((step) => typeof step === 'string');
  const last = names.at(-1);
  if (last === undefined || names.length < path.length) return true;
  const isNamed = names.length === 1 ? [rootKey(last), quoted(last)] : [key(last), quoted(last)];
  const isWhole = [ALL, ...names.slice(0, -1).flatMap((name) => [wholeKey(name), quoted(name)])];
  return [...isNamed, ...isWhole].some((pattern) => plain.some((text) => pattern.test(text)));
}

/** All values as a whole: `toYaml .Values`, `get .Values $name`. */
const ALL = /\.Values(?!\.\w|\w)/;

const rootKey = (name: string): RegExp => new RegExp(`\\.Values\\.${escaped(name)}(?![\\w-])`);
const key = (name: string): RegExp => new RegExp(`\\.${escaped(name)}(?![\\w-])`);
const wholeKey = (name: string): RegExp => new RegExp(`\\.${escaped(name)}(?!\\.\\w|[\\w-])`);
const quoted = (name: string): RegExp => new RegExp(`["'\`]${escaped(name)}["'\`]`);

const escaped = (name: string): string => name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** Writes `index .Values "a" "b"` as `.Values.a.b`. */
const withoutIndex = (text: string): string =>
  text.replaceAll(
    /\bindex\s+(\$?(?:\.[A-Za-z_]\w*)*\.Values(?:\.\w+)*)((?:\s+"[^"\s]+")+)/g,
    (_, place: string, keys: string) => place + keys.replaceAll(/(?<!\s)\s+"([^"]+)"/g, '.$1'),
  );
