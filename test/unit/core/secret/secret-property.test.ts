import {expect, it} from 'vitest';
import {secretProperty} from '../../../../src/core/secret/secret-property.ts';

const value = {
  user: 'app',
  'tls.key': 'exact',
  tls: {key: 'path'},
  port: 5432,
  on: false,
  none: null,
  nodes: [{name: 'a'}],
  'a.b': {c: 'escaped'},
};

it.each([
  {property: 'user', want: {text: 'app'}},
  {property: 'tls.key', want: {text: 'exact'}},
  {property: 'nodes.0.name', want: {text: 'a'}},
  {property: String.raw`a\.b.c`, want: {text: 'escaped'}},
  {property: 'port', want: {text: '5432'}},
  {property: 'on', want: {text: 'false'}},
  {property: 'tls', want: {because: 'its property tls is a map, not a single value'}},
  {property: 'nodes', want: {because: 'its property nodes is a list, not a single value'}},
  {property: 'none', want: {because: 'its value has no property none'}},
  {property: 'constructor', want: {because: 'its value has no property constructor'}},
  {property: 'user.x', want: {because: 'its value has no property user.x'}},
])('the property $property of a map', ({property, want}) => expect(secretProperty(value, property)).toEqual(want));

it.each(['text', 5, null])('a value that is not a map (%j) has no property', (other) =>
  expect(secretProperty(other, 'a')).toEqual({because: 'its value is not a map'}),
);

it('an item of a list', () => {
  expect(secretProperty([{name: 'a'}], '0.name')).toEqual({text: 'a'});
  expect(secretProperty(['a'], '1')).toEqual({because: 'its value has no property 1'});
});
