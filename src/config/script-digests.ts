import type {FileOf} from './named-file.ts';

/**
 * Returns the digests of the programs and scripts of the project that a command names, as a word or inside a word
 * (`--config=./login.js`, `sh -c './login.sh --quiet'`). Files that such a script reads are not included.
 */
export const digestsOf = (command: readonly string[], file: FileOf): readonly string[] =>
  [...new Set(command.flatMap(wordsIn).flatMap(meantBy))].flatMap((word) => {
    const digest = file(word).digest;
    return digest === undefined ? [] : [`${word}=${digest}`];
  });

/** The separators of words in a shell and of files in an argument: `a.jar:b.jar`, `@file`, `(./login.sh)`. */
const BETWEEN_WORDS = /[\s=;&|'"`()<>{}:,@]/;

const wordsIn = (word: string): readonly string[] =>
  [word, ...word.split(BETWEEN_WORDS), ...attached(word)].filter((one) => one !== '');

/** Returns the value that is attached to the letter of an option: `-r./login.js`, `-f/srv/login`. */
const attached = (word: string): readonly string[] => (/^-\w./.test(word) ? [word.slice(2)] : []);

/** The endings that interpreters add to a name: `node ./login`, `python -m login`. */
const ENDINGS = ['.js', '.cjs', '.mjs', '.ts', '.py', '/index.js', '/package.json', '/__main__.py'];
const MOST_PARTS = 8;

/** Returns the paths that a word may stand for. If a shell expands its beginning (`$PWD/login.sh`), the rest identifies the file. */
function meantBy(word: string): readonly string[] {
  const parts = word.split('/');
  const ends = parts
    .slice(1)
    .map((_, at) => parts.slice(at + 1).join('/'))
    .filter((end) => end !== '')
    .slice(-MOST_PARTS);
  const isName = /^[\w.+/-]+$/.test(word) && !word.startsWith('-');
  return [word, ...ends, ...(isName ? ENDINGS.map((ending) => `${word}${ending}`) : [])];
}
