import type {TerraformFailure} from '../core/failure/terraform-failure.ts';
import {count} from './count.ts';
import type {Words} from './failure-words.ts';
import {sentence} from './sentence.ts';

/** The texts of failures of Terraform resources. */
export const TERRAFORM_WORDS: Pick<Words, TerraformFailure['code']> = {
  'terraform/unusable': ({problem, hint}) => ({
    message: `Terraform resources cannot be used: ${problem}.`,
    hint,
  }),
  'terraform/failed': ({command, diagnostics}) => {
    const errors = diagnostics.filter(({severity}) => severity === 'error');
    const [only, ...others] = errors;
    const what = only !== undefined && others.length === 0 ? only.message : count(errors.length, 'error');
    return {message: sentence(`terraform ${command} failed: ${what}`)};
  },
};
