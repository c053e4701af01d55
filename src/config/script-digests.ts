import type {FileOf} from './named-file.ts';

/**
 * A program of the project, and scripts of the project that a program is given, are what they say: as a word, or within one
 * (`--config=./login.js`, `sh -c './login.sh --quiet'`). Files that such a script reads are not known here.
 */
export const digestsOf = (command: readonly string[], file: FileOf): readonly string[] =>
  [...new Set(command.flatMap(wordsIn).flatMap(meantBy))].flatMap((word) => {
    const digest = file(word).digest;
    return digest === undefined ? [] : [`${word}=${digest}`];
  });

/** What stands between words in a shell, and between files in an argument: `a.jar:b.jar`, `@file`, `(./login.sh)`. */
const BETWEEN_WORDS = /[\s=;&|'"`()<>{}:,@]/;

const wordsIn = (word: string): readonly string[] =>
  [word, ...word.split(BETWEEN_WORDS), ...attached(word)].filter((one) => one !== '');

/** `-r./login.js`, `-f/srv/login`: what follows the letter of an option. */
const attached = (word: string): readonly string[] => (/^-\w./.test(word) ? [word.slice(2)] : []);

/** What interpreters add to a name: `node ./login`, `python -m login`. */
const ENDINGS = ['.js', '.cjs', '.mjs', '.ts', '.py', '/index.js', '/package.json', '/__main__.py'];
const MOST_PARTS = 8;

/** What a word may lead to. Where its beginning is worked out by a shell (`$PWD/login.sh`), the rest tells the file. */
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
