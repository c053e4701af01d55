import {openText, sealText} from '../secret/seal-text.ts';
import {Secret} from '../secret/secret.ts';

/** The inputs of a plan of Terraform. */
export type TerraformBases = {
  /** The version of terraform. */
  readonly program: string;
  /** Digests: of the state, of the module with the values that it takes, and of the versions of the providers. */
  readonly state: string;
  readonly inputs: string;
  readonly providers: string;
};

/** A plan of Terraform that was shown: its file with secrets in clear, and its inputs. */
export type SavedTerraform = {readonly bases: TerraformBases; readonly content: Secret};

/** A plan of Terraform of this run. Its file is read only to save it, because it can be large. */
export type SavableTerraform = Pick<SavedTerraform, 'bases'> & {readonly read: () => SavedTerraform};

const PURPOSE = 'Terraform plan of a saved plan';

/** Encrypts the content of a plan of Terraform. */
export const sealTerraform = ({content}: SavedTerraform, key: Secret): string =>
  sealText({key, purpose: PURPOSE}, content.reveal());

/** Returns the content that `sealTerraform` encrypted. Undefined with another key. */
export function openTerraform(sealed: string, key: Secret): Secret | undefined {
  const text = openText({key, purpose: PURPOSE}, sealed);
  return text === undefined ? undefined : new Secret(text);
}
