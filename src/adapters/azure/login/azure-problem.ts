import {isObject, type JsonObject} from '../../../core/json.ts';
import {notItself} from '../../../core/secret/no-answer.ts';
import type {HttpsAnswer} from '../../../lib/https-request.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {VaultObject} from './vault-object.ts';

type Refused = {readonly answer: HttpsAnswer; readonly body: JsonObject; readonly object: VaultObject};

/** Returns the reason why the store returned no value. Uses only the error codes. */
export function azureProblem({answer, body, object: {what, kind}}: Refused): NoSecret {
  const {status} = answer;
  const {code, inner} = codesOf(body);
  if (status === 429) return {because: `the Key Vault received too many requests (HTTP 429, ${what})`, transient: true};
  if (status >= 500)
    return {because: `the Key Vault has an internal problem (HTTP ${status}, ${what})`, transient: true};
  if (status === 401) return unauthorized(answer);
  if (code === undefined) return notItself('Key Vault', answer);
  if (status === 404) return {because: `the ${what} does not exist in the Key Vault`, absent: true};
  if (status !== 403) return {because: `the Key Vault refuses to return the ${what} (${code}, HTTP ${status})`};
  if (inner.endsWith('Disabled'))
    return {because: `the ${what} is disabled`, hint: 'Enable it, or use another version.'};
  if (inner === 'ForbiddenByFirewall')
    return {
      fault: 'denied',
      because: 'the firewall of the Key Vault denies access to this machine',
      hint: 'Allow this machine in its network settings.',
    };
  if (inner.endsWith('Expired') || inner.endsWith('NotYetValid'))
    return {because: `the ${what} has expired, or is not valid yet`};
  const permission = kind === 'key' ? 'keys' : 'secrets';
  return {
    fault: 'denied',
    because: `permission to read the ${what} is denied (${inner || code}, HTTP 403)`,
    hint: `Grant the client the permission get for ${permission}, by an access policy or the role Key Vault ${kind === 'key' ? 'Crypto' : 'Secrets'} User.`,
  };
}

/** Returns the reason for a rejected token. The vault reports the tenant that it trusts. */
function unauthorized({headers}: HttpsAnswer): NoSecret {
  const tenant = /authorization(?:_uri)?="https:\/\/[^/"]+\/([0-9A-Za-z.-]{1,80})"/.exec(
    headers['www-authenticate'] ?? '',
  )?.[1];
  return {
    fault: 'denied',
    because: 'the Key Vault rejects the token (HTTP 401)',
    hint:
      tenant === undefined
        ? 'Check `tenantId` and `environmentType` of the secret store.'
        : `Set \`tenantId\` of the secret store to ${tenant}, the tenant that it trusts, or log in there.`,
  };
}

const CODE = /^\w{1,60}$/;

function codesOf({error}: JsonObject): {readonly code: string | undefined; readonly inner: string} {
  if (!isObject(error)) return {code: undefined, inner: ''};
  const {code, innererror} = error;
  const inner = isObject(innererror) ? innererror['code'] : undefined;
  return {
    code: typeof code === 'string' && CODE.test(code) ? code : undefined,
    inner: typeof inner === 'string' && CODE.test(inner) ? inner : '',
  };
}
