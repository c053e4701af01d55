import {GoSyntaxError} from './go-syntax.ts';
import {parseGoRegexp} from './parse-go-regexp.ts';
import {type Program, programOf} from './program.ts';

/** An expression of Go's (RE2) that can be matched; or what Go says of it where it is none. */
export type GoRegexp =
  | {readonly ok: true; readonly pattern: string; readonly program: Program}
  | {readonly ok: false; readonly message: string};

const known = new Map<string, GoRegexp>();

/** Reads an expression as Go's `regexp.Compile` does. Each is read once. */
export function goRegexp(pattern: string): GoRegexp {
  const before = known.get(pattern);
  if (before !== undefined) return before;
  const made = compile(pattern);
  known.set(pattern, made);
  return made;
}

function compile(pattern: string): GoRegexp {
  try {
    return {ok: true, pattern, program: programOf(parseGoRegexp(pattern), pattern)};
  } catch (error) {
    if (error instanceof GoSyntaxError) return {ok: false, message: error.message};
    throw error;
  }
}
