import {expect, it} from 'vitest';
import {platformFields} from '../../../../src/config/application/platform-fields.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {locate} from '../../../../src/core/variation/located.ts';

const origin = {file: 'prod.yaml', position: () => ({file: 'prod.yaml', line: 1, column: 1, endColumn: 2, text: ''})};
const configs = {
  default: {replicas: 1, labels: {a: 'default', b: 'default'}},
  small: {replicas: 2, projectSelector: ['shop', 'blog']},
  big: {labels: {a: 'big'}, projectSelector: ['bank']},
};
const fieldsFor = (project: string, modules: JsonObject = {service: {configs}}, module = 'service') =>
  platformFields(locate(modules, origin), module, project)?.whole.value;

it.each([
  {name: 'a project without a block gets the default', project: 'other', want: configs.default},
  {
    name: 'a block replaces the keys that it has',
    project: 'shop',
    want: {replicas: 2, labels: {a: 'default', b: 'default'}},
  },
  {name: 'a block replaces a nested mapping as a whole', project: 'bank', want: {replicas: 1, labels: {a: 'big'}}},
])('$name', ({project, want}) => expect(fieldsFor(project)).toEqual(want));

it('a module without configuration has no platform fields', () => {
  expect(fieldsFor('shop', {service: {configs: {default: {}}}})).toBeUndefined();
  expect(fieldsFor('shop', {service: {}})).toBeUndefined();
  expect(fieldsFor('shop', {}, 'network')).toBeUndefined();
});

it('platform fields need no default if a block names the project', () => {
  const modules = {service: {configs: {small: configs.small}}};
  expect(fieldsFor('blog', modules)).toEqual({replicas: 2});
  expect(fieldsFor('other', modules)).toBeUndefined();
});
