import {expect, it} from 'vitest';
import {isPlainVariable} from '../../../../src/core/workspace/plain-variables.ts';

it.each([
  {name: 'AWS_REGION', prefix: undefined, plain: true},
  {name: 'TF_VAR_size', prefix: undefined, plain: true},
  {name: 'SHOP_MODE', prefix: 'SHOP_', plain: true},
  {name: 'SHOP_MODE', prefix: 'OTHER_', plain: false},
  {name: 'SHOP_MODE', prefix: undefined, plain: false},
  {name: 'GOOGLE_APPLICATION_CREDENTIALS', prefix: 'GOOGLE_', plain: false},
  {name: 'GOOGLE_CLOUD_CREDENTIALS', prefix: 'GOOGLE_CLOUD_', plain: false},
  {name: 'GOOGLE_APPLICATION_CREDENTIALS', prefix: 'GOOGLE_APPLICATION_', plain: false},
  {name: 'AWS_CONFIG_FILE', prefix: 'AWS_', plain: false},
  {name: 'KUBE_EDITOR', prefix: 'KUBE_', plain: false},
  {name: 'GIT_SSH_COMMAND', prefix: 'GIT_SSH_', plain: false},
  {name: 'XDG_CONFIG_HOME', prefix: 'XDG_', plain: false},
])('$name in a project whose variables begin with $prefix is plain: $plain', ({name, prefix, plain}) => {
  expect(isPlainVariable(name, prefix)).toBe(plain);
});
