import {isObject, type JsonObject} from '../../../core/json.ts';
import {notItself} from '../../../core/secret/no-answer.ts';
import type {HttpsAnswer} from '../../../lib/https-request.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {VaultObject} from './vault-object.ts';

type Refused = {readonly answer: HttpsAnswer; readonly body: JsonObject; readonly object: VaultObject};

/** Why there is no value, by the codes of the error alone. */
export function azureProblem({answer, body, object: {what, kind}}: Refused): NoSecret {
  const {status} = answer;
  const {code, inner} = codesOf(body);
  if (status === 429) return {because: `the Key Vault has too many requests (HTTP 429, ${what})`, transient: true};
  if (status >= 500)
    return {because: `the Key Vault has a problem of its own (HTTP ${status}, ${what})`, transient: true};
  if (status === 401) return unauthorized(answer);
  if (code === undefined) return notItself('Key Vault', answer);
  if (status === 404) return {because: `there is no ${what} in the Key Vault`, absent: true};
  if (status !== 403) return {because: `the Key Vault refuses to give the ${what} (${code}, HTTP ${status})`};
  if (inner.endsWith('Disabled'))
    return {because: `the ${what} is disabled`, hint: 'Enable it, or name another version.'};
  if (inner === 'ForbiddenByFirewall')
    return {
      fault: 'denied',
      because: 'the firewall of the Key Vault does not let this machine in',
      hint: 'Its network settings must allow it.',
    };
  if (inner.endsWith('Expired') || inner.endsWith('NotYetValid'))
    return {because: `the ${what} has expired, or is not valid yet`};
  const permission = kind === 'key' ? 'keys' : 'secrets';
  return {
    fault: 'denied',
    because: `the ${what} may not be read (${inner || code}, HTTP 403)`,
    hint: `The client needs the permission get for ${permission}: an access policy, or the role Key Vault ${kind === 'key' ? 'Crypto' : 'Secrets'} User.`,
  };
}

/** The vault says which tenant it trusts. */
function unauthorized({headers}: HttpsAnswer): NoSecret {
  const tenant = /authorization(?:_uri)?="https:\/\/[^/"]+\/([0-9A-Za-z.-]{1,80})"/.exec(
    headers['www-authenticate'] ?? '',
  )?.[1];
  return {
    fault: 'denied',
    because: 'the Key Vault does not take the token (HTTP 401)',
    hint:
      tenant === undefined
        ? 'Look at `tenantId` and `environmentType` of the secret store.'
        : `It trusts the tenant ${tenant}: write that as \`tenantId\` of the secret store, or log in there.`,
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
