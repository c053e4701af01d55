import {expect, it} from 'vitest';
import {connect} from '../../../../../src/adapters/kubernetes/kubeconfig/connect.ts';
import {Secret} from '../../../../../src/core/secret/secret.ts';
import {authority, httpsServer} from '../../../../rig/https-server.ts';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A provider whose token endpoint answers with this, and the credential of a user whose id-token has ended. */
async function userOf(tokens: (issuer: string) => string, secret?: string, status = 200) {
  const server = await httpsServer((request, response) => {
    const issuer = `https://${request.headers.host}`;
    response.setHeader('content-type', 'application/json');
    if (request.url === '/token') response.writeHead(status).end(tokens(issuer));
    else response.end(JSON.stringify({issuer, token_endpoint: `${issuer}/token`}));
  });
  const config = {
    'idp-issuer-url': server.address,
    'client-id': 'kubernetes',
    'refresh-token': 'r3fresh-token',
    'idp-certificate-authority-data': Buffer.from(authority.cert).toString('base64'),
    ...(secret === undefined ? {} : {'client-secret': secret}),
  };
  const kubeconfig = JSON.stringify({
    'current-context': 'c',
    contexts: [{name: 'c', context: {cluster: 'c', user: 'u'}}],
    clusters: [{name: 'c', cluster: {server: 'https://cluster:6443'}}],
    users: [{name: 'u', user: {'auth-provider': {name: 'oidc', config}}}],
  });
  const from = {kind: 'content', content: new Secret(kubeconfig)} as const;
  const access = await connect({workspace: 'dev', field: 'context.kubeconfig_content', from}, {env: {}});
  return {server, credential: access.credential};
}

const idToken = (issuer: string): string => {
  const now = Math.floor(Date.now() / 1000);
  const claims = {iss: issuer, sub: 'ann', aud: 'kubernetes', iat: now, exp: now + 3600};
  return `${part({alg: 'RS256'})}.${part(claims)}.c2lnbmF0dXJl`;
};

it.each([{secret: undefined}, {secret: 'cl1ent-secret'}])(
  'an id-token that has ended is renewed by the refresh-token (client secret: $secret)',
  async ({secret}) => {
    let token = '';
    const {credential} = await userOf((issuer) => {
      token = idToken(issuer);
      return JSON.stringify({access_token: 'a', token_type: 'Bearer', id_token: token});
    }, secret);
    const {headers} = await credential();
    expect(headers.map(({value}) => value.reveal())).toEqual([`Bearer ${token}`]);
  },
);

it('a failed renewal reports the reason of the provider, without a token', async () => {
  const said = {error: 'invalid_grant', error_description: 'refresh token r3fresh-token expired'};
  const {credential} = await userOf(() => JSON.stringify(said), undefined, 400);
  await expect(credential()).rejects.toMatchObject({
    failure: {detail: expect.stringMatching(/did not renew the token: invalid_grant: refresh token \*\*\* expired$/)},
  });
});

it('an answer of the provider that is too large is refused with a clear sentence', async () => {
  const {credential} = await userOf(() => JSON.stringify({access_token: 'x'.repeat(2 * 1024 * 1024)}));
  await expect(credential()).rejects.toMatchObject({
    failure: {
      code: 'credential/refused',
      notSent: true,
      detail: expect.stringMatching(/did not renew the token: localhost:\d+: the response has more than 1048576 bytes/),
    },
  });
});
