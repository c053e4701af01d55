import {describe} from 'vitest';
import {hasTofu, tofu} from '../rig/tofu.ts';
import {terraformContract} from './terraform.ts';

describe.runIf(hasTofu())('with OpenTofu of its Go module', () => {
  terraformContract('of OpenTofu', tofu);
});
