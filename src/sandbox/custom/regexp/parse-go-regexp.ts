import {charSet, oneChar} from './char-set.ts';
import {type Assertion, GoSyntaxError, isRepeatable, type Syntax} from './go-syntax.ts';
import {parseClass, perlGroup, unicodeGroup} from './parse-class.ts';
import {charAt, parseEscape} from './parse-escape.ts';

/** What `(?ims)` and `(?U)` set. */
type Flags = {readonly fold: boolean; readonly lines: boolean; readonly dotAll: boolean; readonly lazy: boolean};

const NO_FLAGS: Flags = {fold: false, lines: false, dotAll: false, lazy: false};
const FLAG: Readonly<Record<string, keyof Flags>> = {i: 'fold', m: 'lines', s: 'dotAll', U: 'lazy'};
const DEEPEST = 1000;
const NO_LINE_END = {source: String.raw`\n`, negated: true};

/**
 * Reads an expression of Go's `regexp`, by the rules of `regexp/syntax` with the flags `Perl`.
 * @throws GoSyntaxError what Go refuses
 */
export function parseGoRegexp(pattern: string): Syntax {
  return new Reader(pattern).read();
}

/** What is open: a group, with the flags from before it. */
type Group = {readonly flags: Flags; readonly choices: Syntax[]; parts: Syntax[]};

/** Goes through an expression from its first character to its last, so that its first error is Go's first. */
class Reader {
  readonly #pattern: string;
  readonly #groups: Group[] = [];
  #open: Group = {flags: NO_FLAGS, choices: [], parts: []};
  #flags = NO_FLAGS;
  #at = 0;
  /** Where the repetition before this place began: `a**` is refused. */
  #repeated: number | undefined;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  read(): Syntax {
    while (this.#at < this.#pattern.length) {
      const repeated = this.#repeated;
      this.#repeated = undefined;
      this.#next(repeated);
    }
    if (this.#groups.length > 0) throw new GoSyntaxError('missing closing )', this.#pattern);
    return closed(this.#open);
  }

  #next(repeated: number | undefined): void {
    const letter = charAt(this.#pattern, this.#at);
    switch (letter) {
      case '(':
        return this.#pattern[this.#at + 1] === '?' ? this.#special() : this.#group(this.#at + 1, this.#flags);
      case ')':
        return this.#close();
      case '|':
        return this.#choose();
      case '*':
        return this.#repeat(0, -1, this.#at + 1, repeated);
      case '+':
        return this.#repeat(1, -1, this.#at + 1, repeated);
      case '?':
        return this.#repeat(0, 1, this.#at + 1, repeated);
      case '{':
        return this.#counted(repeated);
      case '\\':
        return this.#escape();
      default:
        return this.#single(letter);
    }
  }

  /** What stands for one character, or for one place. */
  #single(letter: string): void {
    const {lines, dotAll, fold} = this.#flags;
    switch (letter) {
      case '^':
        return this.#assert(lines ? 'line-start' : 'text-start', 1);
      case '$':
        return this.#assert(lines ? 'line-end' : 'text-end', 1);
      case '.':
        return this.#push({is: 'set', set: charSet([dotAll ? ANY : NO_LINE_END], false, false)}, 1);
      case '[': {
        const {value, end} = parseClass(this.#pattern, this.#at, fold);
        return this.#push({is: 'set', set: value}, end - this.#at);
      }
      default:
        return this.#push({is: 'set', set: oneChar(letter.codePointAt(0) ?? 0, fold)}, letter.length);
    }
  }

  #choose(): void {
    this.#open.choices.push(sequence(this.#open.parts));
    this.#open.parts = [];
    this.#at++;
  }

  #push(syntax: Syntax, length: number): void {
    this.#open.parts.push(syntax);
    this.#at += length;
  }

  #assert(what: Assertion, length: number): void {
    this.#push({is: 'assertion', what}, length);
  }

  #group(at: number, flags: Flags): void {
    if (this.#groups.length >= DEEPEST) throw new GoSyntaxError('expression nests too deeply', this.#pattern);
    this.#groups.push(this.#open);
    this.#open = {flags: this.#flags, choices: [], parts: []};
    this.#flags = flags;
    this.#at = at;
  }

  #close(): void {
    const outer = this.#groups.pop();
    if (outer === undefined) throw new GoSyntaxError('unexpected )', this.#pattern);
    outer.parts.push(closed(this.#open));
    this.#flags = this.#open.flags;
    this.#open = outer;
    this.#at++;
  }

  /** `(?P<name>`, `(?<name>`, `(?:`, `(?i)` and `(?i:`. */
  #special(): void {
    const rest = this.#pattern.slice(this.#at);
    const opening = /^\(\?P?</.exec(rest)?.[0];
    if (opening !== undefined && rest.length > opening.length) return this.#named(rest, opening.length);
    const {end, flags, isGroup} = parseFlags(this.#pattern, this.#at, this.#flags);
    if (isGroup) return this.#group(end, flags);
    this.#flags = flags;
    this.#at = end;
  }

  #named(rest: string, opening: number): void {
    const end = rest.indexOf('>');
    if (end === -1) throw new GoSyntaxError('invalid named capture', rest);
    if (!/^\w+$/.test(rest.slice(opening, end)))
      throw new GoSyntaxError('invalid named capture', rest.slice(0, end + 1));
    this.#group(this.#at + end + 1, this.#flags);
  }

  #counted(repeated: number | undefined): void {
    const [whole, low = '', high] = /^\{(0|[1-9]\d*)(?:,(0|[1-9]\d*)?)?\}/.exec(this.#pattern.slice(this.#at)) ?? [];
    if (whole === undefined) return this.#push({is: 'set', set: oneChar(BRACE, this.#flags.fold)}, 1);
    const least = Number(low);
    const most = high === undefined ? (whole.includes(',') ? -1 : least) : Number(high);
    if (least > DEEPEST || most > DEEPEST || (most >= 0 && least > most))
      throw new GoSyntaxError('invalid repeat count', whole);
    return this.#repeat(least, most, this.#at + whole.length, repeated);
  }

  #repeat(least: number, most: number, after: number, repeated: number | undefined): void {
    const isOther = this.#pattern[after] === '?';
    const end = isOther ? after + 1 : after;
    if (repeated !== undefined)
      throw new GoSyntaxError('invalid nested repetition operator', this.#pattern.slice(repeated, end));
    const text = this.#pattern.slice(this.#at, end);
    const part = this.#open.parts.pop();
    if (part === undefined) throw new GoSyntaxError('missing argument to repetition operator', text);
    const syntax: Syntax = {is: 'repeat', part, least, most, greedy: this.#flags.lazy === isOther};
    if ((least >= 2 || most >= 2) && !isRepeatable(syntax)) throw new GoSyntaxError('invalid repeat count', text);
    this.#open.parts.push(syntax);
    this.#repeated = this.#at;
    this.#at = end;
  }

  #escape(): void {
    switch (charAt(this.#pattern, this.#at + 1)) {
      case 'A':
        return this.#assert('text-start', 2);
      case 'z':
        return this.#assert('text-end', 2);
      case 'b':
        return this.#assert('word-edge', 2);
      case 'B':
        return this.#assert('no-word-edge', 2);
      case 'Q':
        return this.#quoted();
      default:
        return this.#character();
    }
  }

  /** `\Q…\E`: every character stands for itself. */
  #quoted(): void {
    const start = this.#at + 2;
    const end = this.#pattern.indexOf(String.raw`\E`, start);
    const text = this.#pattern.slice(start, end === -1 ? undefined : end);
    for (const letter of text) {
      this.#open.parts.push({is: 'set', set: oneChar(letter.codePointAt(0) ?? 0, this.#flags.fold)});
    }
    this.#at = end === -1 ? this.#pattern.length : end + 2;
  }

  #character(): void {
    const {fold} = this.#flags;
    const group = unicodeGroup(this.#pattern, this.#at) ?? perlGroup(this.#pattern, this.#at);
    if (group !== undefined)
      return this.#push({is: 'set', set: charSet([group.value], false, fold)}, group.end - this.#at);
    const {code, end} = parseEscape(this.#pattern, this.#at);
    return this.#push({is: 'set', set: oneChar(code, fold)}, end - this.#at);
  }
}

const BRACE = 0x7b;
const ANY = {source: String.raw`\u{0}-\u{10FFFF}`, negated: false};

const sequence = (parts: readonly Syntax[]): Syntax => {
  const [only, ...more] = parts;
  return only !== undefined && more.length === 0 ? only : {is: 'sequence', parts};
};

const closed = ({choices, parts}: Group): Syntax =>
  choices.length === 0 ? sequence(parts) : {is: 'choice', parts: [...choices, sequence(parts)]};

type ReadFlags = {readonly end: number; readonly flags: Flags; readonly isGroup: boolean};

/** Reads `(?i)`, `(?i-s:` and the like; `start` is the place of the parenthesis. */
function parseFlags(pattern: string, start: number, before: Flags): ReadFlags {
  const flags = {...before};
  let value = true;
  let isNamed = false;
  let at = start + 2;
  while (at < pattern.length) {
    const letter = charAt(pattern, at);
    at += letter.length;
    const flag = Object.hasOwn(FLAG, letter) ? FLAG[letter] : undefined;
    if (flag !== undefined) {
      flags[flag] = value;
      isNamed = true;
    } else if (letter === '-' && value) {
      value = false;
      isNamed = false;
    } else if ((letter === ':' || letter === ')') && (value || isNamed)) {
      return {end: at, flags, isGroup: letter === ':'};
    } else break;
  }
  throw new GoSyntaxError('invalid or unsupported Perl syntax', pattern.slice(start, at));
}
