import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, describe, expect, it} from 'vitest';
import {connect} from '../../../../../src/adapters/kubernetes/kubeconfig/connect.ts';
import {Secret} from '../../../../../src/core/secret/secret.ts';
import {createAuthority, issueLeaf} from '../../../../controlplane/certificate.ts';

const dir = mkdtempSync(join(tmpdir(), 'gantry-expiry-'));
afterAll(() => rmSync(dir, {recursive: true}));

const DAY = 86_400_000;
const authority = createAuthority();
const whole = (ms: number): Date => new Date(Math.floor((Date.now() + ms) / 1000) * 1000);
const jwt = (at: Date): string =>
  `e30.${Buffer.from(JSON.stringify({exp: at.getTime() / 1000})).toString('base64url')}.x`;

function certificate(at: Date): object {
  const {cert, key} = issueLeaf(authority, {name: 'u', notBefore: new Date(Date.now() - 9 * DAY), notAfter: at});
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return {'client-certificate-data': base64(cert), 'client-key-data': base64(key)};
}

const open = (user: object) =>
  connect(
    {
      workspace: 'prod',
      field: 'context.kubeconfig_content',
      from: {
        kind: 'content',
        content: new Secret(
          JSON.stringify({
            'current-context': 'c',
            contexts: [{name: 'c', context: {cluster: 'c', user: 'u'}}],
            clusters: [{name: 'c', cluster: {server: 'https://h'}}],
            users: [{name: 'u', user}],
          }),
        ),
      },
    },
    {env: {PATH: process.env['PATH']}},
  );

const [later, earlier, over] = [whole(90 * DAY), whole(3 * DAY), whole(-DAY)];

const EXEC = {apiVersion: 'client.authentication.k8s.io/v1beta1', command: 'login'};

describe('the end of a credential', () => {
  it.each([
    {name: 'of a certificate', user: certificate(later), want: {what: 'client certificate', at: later.toISOString()}},
    {name: 'of a JWT', user: {token: jwt(later)}, want: {what: 'token', at: later.toISOString()}},
    {
      name: 'of the later of two credentials',
      user: {...certificate(earlier), token: jwt(later)},
      want: {what: 'token', at: later.toISOString()},
    },
    {name: 'of an opaque token', user: {...certificate(earlier), token: 'opaque'}, want: undefined},
    {name: 'of a password', user: {username: 'u', password: 'p'}, want: undefined},
    {name: 'of a credential from a program', user: {exec: EXEC}, want: undefined},
    {
      name: 'of a certificate beside a program',
      user: {exec: EXEC, ...certificate(earlier)},
      want: {what: 'client certificate', at: earlier.toISOString()},
    },
  ])('the expiry $name is read without a request', async ({user, want}) => {
    expect((await open(user)).expires).toEqual(want);
  });

  it.each([
    {name: 'a certificate', user: certificate(over), what: 'client certificate'},
    {name: 'a token', user: {token: jwt(over)}, what: 'token'},
  ])('$name that has expired is refused before anything is sent', async ({user, what}) => {
    const access = await open(user);
    // What is not used may be shown: "workspace explain" and "check" go on.
    expect(access.expires).toEqual({what, at: over.toISOString()});
    await expect(access.credential()).rejects.toMatchObject({
      failure: {code: 'credential/expired', server: 'https://h', what, since: over.toISOString()},
    });
  });

  it('the expiry is that of the current file, so that a renewed token is used', async () => {
    const tokenFile = join(dir, 'token');
    writeFileSync(tokenFile, jwt(over));
    const access = await open({tokenFile});
    await expect(access.credential()).rejects.toMatchObject({failure: {code: 'credential/expired'}});
    writeFileSync(tokenFile, jwt(later));
    await expect(access.credential({again: true})).resolves.toMatchObject({headers: [{name: 'authorization'}]});
  });
});
