import {describe, expect, it} from 'vitest';
import {platformFields} from '../../../../src/core/module/platform-fields.ts';

describe('the platform fields of a module', () => {
  it('a field of the block that names the project replaces the same field of default as a whole', () => {
    const configs = {
      small: {replicas: 1, resources: {cpu: '100m'}, projectSelector: ['blog', 'shop']},
      default: {replicas: 3, resources: {cpu: '1', memory: '1Gi'}, labels: {tier: 'web'}},
      large: {replicas: 9, projectSelector: ['search']},
    };
    expect(platformFields(configs, 'shop')).toEqual({
      fields: {replicas: 1, resources: {cpu: '100m'}, labels: {tier: 'web'}},
      blockOf: {replicas: 'small', resources: 'small', labels: 'default'},
    });
    expect(platformFields(configs, 'other')?.fields).toEqual(configs.default);
  });

  it.each([
    {name: 'a module without configs has none', configs: undefined},
    {name: 'an empty default has none', configs: {default: {}}},
    {name: 'a block of another project has none', configs: {small: {replicas: 1, projectSelector: ['blog']}}},
  ])('$name', ({configs}) => expect(platformFields(configs, 'shop')).toBeUndefined());
});
