import {expect, it} from 'vitest';
import {compileRule} from '../../../../../src/sandbox/custom/cel/rule.ts';
import {measuredExpressions} from '../measured/read-measured.ts';

function told(expression: string) {
  const compiled = compileRule(expression);
  if (compiled.is !== 'rule') return compiled;
  const answer = compiled.run({self: {}});
  return answer.is === 'value' ? {value: answer.value} : answer;
}

it.each(measuredExpressions())('$expression has the result of the API server', ({expression, ...measured}) => {
  const {value, error, refused} = measured;
  if (refused !== undefined) expect(told(expression)).toEqual({is: 'wrong', detail: `compilation failed: ${refused}`});
  else if (error !== undefined) expect(told(expression)).toEqual({is: 'error', message: error});
  else expect(told(expression)).toEqual({value: typeof value === 'number' ? BigInt(value) : value});
});
