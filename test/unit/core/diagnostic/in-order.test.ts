import {describe, expect, it} from 'vitest';
import type {Diagnostic} from '../../../../src/core/diagnostic/diagnostic.ts';
import {inOrder} from '../../../../src/core/diagnostic/in-order.ts';

const at = (file: string, line: number, column = 1): Diagnostic => ({
  severity: 'error',
  code: 'a/b',
  message: `${file}:${line}:${column}`,
  at: {file, line, column, endColumn: column + 1, text: ''},
});

describe('diagnostics in order', () => {
  it('diagnostics are grouped by file in the given order, and sorted by position within a file', () => {
    const found = inOrder([at('b', 9), at('a', 2), at('b', 1, 5), at('b', 1, 2), at('a', 1)]);
    expect(found.map(({message}) => message)).toStrictEqual(['b:1:2', 'b:1:5', 'b:9:1', 'a:1:1', 'a:2:1']);
  });
});
