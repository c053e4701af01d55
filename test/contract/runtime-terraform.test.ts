import {describe} from 'vitest';
import {hasTerraform} from '../rig/terraform.ts';
import {terraformContract} from './terraform.ts';

describe.runIf(hasTerraform())('with the terraform of this machine', () => {
  terraformContract('of Terraform');
});
