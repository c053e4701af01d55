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
  'terraform/other-account': ({workspace, provider, expected, found}) => ({
    message: `The workspace "${workspace}" is bound to the account ${expected} of the provider ${provider}, but its keys now belong to ${found === undefined ? 'an account that is not known' : `the account ${found}`}; nothing was planned.`,
    hint: `Check the keys with "gantry workspace explain ${workspace}". To use this account from now on, run "gantry workspace trust ${workspace}".`,
  }),
  'terraform/keys-refused': ({provider, because}) => ({
    message: `The keys of the provider ${provider} cannot be used: ${because}.`,
    hint: 'Renew them. "gantry workspace explain" shows where they come from.',
  }),
  'terraform/no-answer': ({provider, because}) => ({
    message: `The account of the provider ${provider} could not be checked: ${because}.`,
    hint: 'Check the network, and the endpoint and the region of the provider.',
  }),
  'terraform/failed': ({command, diagnostics}) => {
    const errors = diagnostics.filter(({severity}) => severity === 'error');
    const [only, ...others] = errors;
    const what = only !== undefined && others.length === 0 ? only.message : count(errors.length, 'error');
    return {message: sentence(`terraform ${command} failed: ${what}`)};
  },
};
