import {expect, it} from 'vitest';
import {fieldSelector} from '../../../../src/sandbox/select/field-selector.ts';
import {labelSelector} from '../../../../src/sandbox/select/label-selector.ts';
import {builtIn, refusal} from '../decode/resource.ts';

it.each([
  ['', true],
  ['a=b', true],
  ['a==b,n=5', true],
  ['a!=b', false],
  ['x!=b', true],
  ['a in (c, b)', true],
  ['a notin (b)', false],
  ['a', true],
  ['!a', false],
  ['n>4', true],
  ['n<4', false],
  ['a in ()', false],
])('the labels a=b, n=5 are compared with the selector %j: %s', (text, want) =>
  expect(labelSelector(text)({a: 'b', n: '5'})).toBe(want),
);

// Measured on kube-apiserver 1.34.4.
it.each([
  ['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
  ['a in b', "unable to parse requirement: found 'b' expected: '('"],
  ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
  ['=', "found '=', expected: !, identifier, or 'end of string'"],
  ['a=b,', "found '', expected: identifier after ','"],
  ['a=b c', "found 'c', expected: ',' or 'end of string'"],
  ['a=!', "unable to parse requirement: found '!', expected: identifier"],
  [
    'a>x',
    `unable to parse requirement: values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer`,
  ],
])('the label selector %j is refused', (text, want) => expect(refusal(() => labelSelector(text))).toBe(want));

const running = {metadata: {name: 'p', namespace: 'n'}, spec: {nodeName: 'a'}, status: {phase: 'Running'}};

it.each([
  ['status.phase=Running,spec.nodeName!=b', true],
  ['metadata.name=q', false],
  ['spec.hostNetwork=false', true],
])('a running pod is compared with the field selector %j: %s', (text, want) =>
  expect(fieldSelector(text, builtIn('pods'))(running)).toBe(want),
);

it.each([
  [
    'configmaps',
    'metadata.foo=a',
    '"metadata.foo" is not a known field selector: only "metadata.name", "metadata.namespace"',
  ],
  ['configmaps', 'metadata.labels', "invalid selector: 'metadata.labels'; can't understand 'metadata.labels'"],
  ['configmaps', String.raw`a=\x`, String.raw`invalid field selector: invalid escape sequence: \x`],
  ['configmaps', 'metadata.name=a=b', 'invalid field selector: unescaped character in value: 61'],
  ['pods', 'spec.foo=1', 'field label not supported: spec.foo'],
])('a field selector of %s is refused: %j', (key, text, want) =>
  expect(refusal(() => fieldSelector(text, builtIn(key)))).toBe(want),
);
