import {describe, expect, it} from 'vitest';
import {plainScalar} from '../../../../src/config/yaml/plain-scalar.ts';

const read = (text: string) => {
  const problems: string[] = [];
  const value = plainScalar(text, ({severity, code}) => problems.push(`${severity} ${code}`));
  return {value, problems};
};

describe('a scalar without quotes', () => {
  it.each<[string, unknown]>([
    ['', null],
    ['~', null],
    ['null', null],
    ['true', true],
    ['False', false],
    ['nullable', 'nullable'],
    ['0', 0],
    ['-0', 0],
    ['12', 12],
    ['+12', 12],
    ['-7', -7],
    ['1_000', 1000],
    ['0644', 420],
    ['-0644', -420],
    ['0o644', 420],
    ['0x1F', 31],
    ['0b101', 5],
    ['0899', 899],
    ['1.5', 1.5],
    ['1.10', 1.1],
    ['.5', 0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['1e400', '1e400'],
    ['1.2.3', '1.2.3'],
    ['12:30', '12:30'],
    ['2024-01-01', '2024-01-01'],
    ['2024-01-01T00:00:00Z', '2024-01-01T00:00:00Z'],
    ['100m', '100m'],
    ['-', '-'],
    ['.', '.'],
    ['0x', '0x'],
    ['9007199254740991', 9007199254740991],
    ['107915650890748820', 107915650890748820],
  ])('%s is read as kubectl reads it', (text, value) => expect(read(text)).toStrictEqual({value, problems: []}));

  it.each([
    ['yes', true],
    ['On', true],
    ['y', true],
    ['no', false],
    ['OFF', false],
    ['n', false],
  ])('%s is a boolean, as for kubectl, and says so', (text, value) =>
    expect(read(text)).toStrictEqual({value, problems: ['warning yaml/boolean-word']}),
  );

  it.each([
    '9007199254740993',
    '9223372036854775808',
    '-9223372036854775807',
    '0xFFFFFFFFFFFFFFFF',
    '123456789012345678901234567890',
  ])('%s is refused rather than rounded', (text) =>
    expect(read(text)).toStrictEqual({value: null, problems: ['error yaml/integer-too-large']}),
  );

  it.each(['.inf', '-.Inf', '.nan'])('%s is refused: JSON has no such number', (text) =>
    expect(read(text).problems).toStrictEqual(['error yaml/not-finite']),
  );
});
