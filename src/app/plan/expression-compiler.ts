import type {Diagnostic, Position} from '../../core/diagnostic/diagnostic.ts';
import type {HealthCheck} from '../../core/readiness/user-health.ts';
import {defined} from '../../lib/defined.ts';
import type {Conditions} from '../../ports/conditions.ts';

/** The place of an expression. */
export type ExpressionPlace = {
  /** The field that holds the expression, for messages. */
  readonly about: string;
  readonly at: Position | undefined;
  readonly resource?: string | undefined;
  readonly from?: string;
};

/** Compiles expressions of the user, and collects everything that is wrong in them. */
export type ExpressionCompiler = {
  readonly compile: (expression: string, place: ExpressionPlace) => HealthCheck | undefined;
  readonly problems: readonly Diagnostic[];
};

/** Returns a compiler of expressions. `code`: the code of its diagnostics. */
export function expressionCompiler(compileOne: Conditions['compile'], code: string): ExpressionCompiler {
  const problems: Diagnostic[] = [];
  return {
    problems,
    compile: (expression, place) => {
      const compiled = compileOne(expression);
      if (compiled.kind === 'condition') return {expression, holds: compiled.holds};
      const {message, hint, ...range} = compiled;
      const where = place.at === undefined ? undefined : placeExpression(place.at, expression, range);
      problems.push({
        severity: 'error',
        code,
        message: `${place.about}${place.at === undefined && place.from !== undefined ? ` in ${place.from}` : ''}: ${message}${where?.note ?? ''}`,
        ...defined({at: where?.at, resource: place.resource, hint}),
      });
      return undefined;
    },
  };
}

type Range = {readonly start: number; readonly end: number};

/**
 * Finds the position of the wrong part of an expression. If the expression is not in the file literally, the position is that of the whole
 * expression, with a note.
 */
export function placeExpression(
  at: Position,
  expression: string,
  {start, end}: Range,
): {readonly at: Position; readonly note: string} {
  const lines = expression.split('\n');
  const offset = at.text.indexOf(lines[0] ?? '', at.column - 1);
  if (offset !== -1) return {at: placed(at, lines, {start, end, offset}), note: ''};
  const part = expression.slice(start, end).trim();
  return {at, note: part === '' || part === expression.trim() ? '' : ` (at \`${part}\`)`};
}

/**
 * Returns the position in a line of the file. `offset`: the column of the first line of the expression; in a block all lines have the same
 * indent.
 */
function placed(
  at: Position,
  lines: readonly string[],
  {start, end, offset}: Range & {readonly offset: number},
): Position {
  let [line, before] = [0, 0];
  while (line < lines.length - 1 && start > before + (lines[line]?.length ?? 0)) {
    before += (lines[line]?.length ?? 0) + 1;
    line++;
  }
  const column = offset + start - before + 1;
  const text = line === 0 ? at.text : `${' '.repeat(offset)}${lines[line]}`;
  const endColumn = Math.min(Math.max(column + 1, offset + end - before + 1), Math.max(column + 1, text.length + 1));
  return {...at, line: at.line + line, column, endColumn, text};
}
