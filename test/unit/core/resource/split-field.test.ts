import {expect, it} from 'vitest';
import {splitField} from '../../../../src/core/resource/split-field.ts';

it.each([
  {text: 'v1:ConfigMap:a:b#data.x', want: {id: 'v1:ConfigMap:a:b', path: 'data.x'}},
  {text: 'v1:ConfigMap:a:b data.x', want: {id: 'v1:ConfigMap:a:b', path: 'data.x'}},
  {text: 'v1:ConfigMap:a:b#data["a b#c"]', want: {id: 'v1:ConfigMap:a:b', path: 'data["a b#c"]'}},
  {text: '"a#b c"#spec', want: {id: 'a#b c', path: 'spec'}},
  {text: '"a#b" spec', want: {id: 'a#b', path: 'spec'}},
  {text: 'v1:ConfigMap:a:b', want: undefined},
  {text: 'v1:ConfigMap:a:b#', want: undefined},
  {text: '#data', want: undefined},
  {text: '', want: undefined},
])('the text $text names the field $want', ({text, want}) => {
  expect(splitField(text)).toEqual(want);
});
