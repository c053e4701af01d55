import {expect, it} from 'vitest';
import {lineOfOutput} from '../../../../src/core/chart/line-of-output.ts';

const TEMPLATE =
  'kind: ConfigMap\ndata:\n  level: {{ .Values.level }}\n  fixed: a: b\n  {{ .Values.any }}\n  name: x-{{ .a }}-y\n';

it.each([
  {name: 'a line without expressions', output: '  fixed: a: b', line: 4},
  {name: 'a line with a value', output: '  level: a: b', line: 3},
  {name: 'a line with text around the value', output: 'name: x-[-y', line: 6},
  {name: 'a line of another template', output: '  labels: [', line: undefined},
])('$name', ({output, line}) => {
  expect(lineOfOutput(TEMPLATE, output)).toBe(line);
});

it('a line that two lines could have printed is not found', () => {
  expect(lineOfOutput('  a: {{ .x }}\n  a: {{ .y }}\n', 'a: 1')).toBeUndefined();
});
