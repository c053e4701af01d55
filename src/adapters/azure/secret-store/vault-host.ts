import type {NoSecret} from '../../../ports/secret-store.ts';
import type {AzureDoors} from '../login/azure-http.ts';
import {type AzureConfig, vaultsOf} from '../login/azure-login.ts';

const HERE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * A token for Key Vault opens every vault of its client: it goes to servers of that cloud alone, as with Microsoft's own library, or a
 * workspace of others could have it sent to a server of theirs. Who logs in elsewhere (AZURE_AUTHORITY_HOST) has another cloud.
 */
export function strangeVault({vaultUrl, environmentType}: AzureConfig, {env}: AzureDoors): NoSecret | undefined {
  const {hostname = ''} = URL.parse(vaultUrl) ?? {};
  const cloud = vaultsOf(environmentType);
  // A managed HSM is a vault of another name in the same cloud.
  const known = [`.${cloud}`, `.${cloud.replace('vault.', 'managedhsm.')}`];
  if (HERE.test(hostname) || env['AZURE_AUTHORITY_HOST'] || known.some((end) => hostname.endsWith(end)))
    return undefined;
  return {
    because: `${hostname} is no Key Vault of ${environmentType ?? 'PublicCloud'}, and is not sent the token`,
    hint: `\`vaultUrl\` is https://NAME.${cloud}; other clouds have another \`environmentType\`, or AZURE_AUTHORITY_HOST.`,
  };
}
