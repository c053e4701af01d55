import type {SourceKind} from '../source.ts';
import {TerraformModel} from './terraform-model.ts';

/** The source kind of existing Terraform code. */
export const terraformKind: SourceKind<'terraform'> = {
  name: 'terraform',
  description: 'A root module of Terraform: a directory, or files of one.',
  schema: TerraformModel,
  placeholder: 'DIR',
  example: 'infra',
  options: {},
  because: {references: 'values of `vars` are always expanded, and files never'},
  hasExtensions: false,
  open: async () => (await import('./terraform-source.ts')).terraformSource,
};
