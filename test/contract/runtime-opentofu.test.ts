import {describe} from 'vitest';
import {builtTofu} from '../rig/tofu.ts';
import {terraformContract} from './terraform.ts';

const tofu = await builtTofu();

describe.skipIf(tofu === undefined)('with OpenTofu of its Go module', () => {
  terraformContract('of OpenTofu', tofu);
});
