import type {NoSecret} from '../../../ports/secret-store.ts';
import type {AzureDeps} from './azure-http.ts';
import {type AzureConfig, vaultsOf} from './azure-login.ts';

const HERE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Refuses a server outside of the selected cloud, as Microsoft's own library does. A token for Key Vault opens every vault of its
 * client, so a workspace by another person could otherwise send it to their own server. A login elsewhere (AZURE_AUTHORITY_HOST)
 * means another cloud.
 */
export function strangeVault({vaultUrl, environmentType}: AzureConfig, {env}: AzureDeps): NoSecret | undefined {
  const {hostname = ''} = URL.parse(vaultUrl) ?? {};
  const cloud = vaultsOf(environmentType);
  // A managed HSM is a vault with another host name in the same cloud.
  const known = [`.${cloud}`, `.${cloud.replace('vault.', 'managedhsm.')}`];
  if (HERE.test(hostname) || env['AZURE_AUTHORITY_HOST'] || known.some((end) => hostname.endsWith(end)))
    return undefined;
  return {
    because: `${hostname} is not a Key Vault of ${environmentType ?? 'PublicCloud'}, so the token is not sent`,
    hint: `Set \`vaultUrl\` to https://NAME.${cloud}, or set \`environmentType\` or AZURE_AUTHORITY_HOST for another cloud.`,
  };
}
