import {X509Certificate} from 'node:crypto';
import {describe, expect, it} from 'vitest';
import {createAuthority, issueLeaf} from './certificate.ts';

describe('certificates of our own authority', () => {
  const authority = createAuthority();
  const ca = new X509Certificate(authority.cert);

  it('the authority signs its own certificate and may sign others', () => {
    expect(ca.ca).toBe(true);
    expect(ca.verify(ca.publicKey)).toBe(true);
  });

  it('a client certificate names the user and all groups', () => {
    const client = new X509Certificate(issueLeaf(authority, {name: 'jane: dóe', organizations: ['dev', 'ops']}).cert);
    expect(client.subject.split('\n')).toEqual(['O=dev', 'O=ops', 'CN=jane: dóe']);
    expect(client.verify(ca.publicKey)).toBe(true);
    expect(client.checkIssued(ca)).toBe(true);
  });

  it('a certificate is valid for the names and addresses of its server', () => {
    const server = {dns: ['localhost'], ips: ['127.0.0.1']};
    const {cert, key} = issueLeaf(authority, {name: 'server', server});
    expect(new X509Certificate(cert).subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1');
    expect(key).toMatch(/^-----BEGIN EC PRIVATE KEY-----\n/);
  });

  it('a certificate keeps the given dates, to the second', () => {
    const [notBefore, notAfter] = [new Date('2020-02-29T23:59:58Z'), new Date('2021-01-02T03:04:05Z')];
    const {cert} = issueLeaf(authority, {name: 'late', notBefore, notAfter});
    expect(new X509Certificate(cert).validFromDate).toEqual(notBefore);
    expect(new X509Certificate(cert).validToDate).toEqual(notAfter);
  });
});
