import {describe, expect, it} from 'vitest';
import {execInfoIn, refusalFor} from '../../../../src/core/programs/exec-info.ts';

const PEM = '-----BEGIN CERTIFICATE-----\nQUJD\nREVG\n-----END CERTIFICATE-----\n';
const data = (pem: string) => Buffer.from(pem).toString('base64');
const own = {server: 'https://prod.example:6443', tls: {ca: PEM, insecure: false}};
const good = {server: 'https://prod.example:6443', 'certificate-authority-data': data(PEM)};

describe('a credential goes to the server of its workspace only', () => {
  it.each([
    {name: 'the same', cluster: good, want: undefined},
    {name: 'spelt otherwise', cluster: {...good, server: 'https://PROD.example:6443/'}, want: undefined},
    {
      name: 'the same certificate with other line ends',
      cluster: {...good, 'certificate-authority-data': data(PEM.replaceAll('\n', '\r\n'))},
      want: undefined,
    },
    {
      name: 'another server',
      cluster: {...good, server: 'https://evil.example:6443'},
      want: 'the kubeconfig names another server than the workspace',
    },
    {
      name: 'without TLS',
      cluster: {...good, server: 'http://prod.example:6443'},
      want: 'the kubeconfig names another server than the workspace',
    },
    {name: 'no server', cluster: {}, want: 'the kubeconfig names another server than the workspace'},
    {
      name: 'another CA',
      cluster: {...good, 'certificate-authority-data': data(PEM.replace('QUJD', 'WFla'))},
      want: 'authority',
    },
    {
      name: 'one CA more',
      cluster: {...good, 'certificate-authority-data': data(PEM + PEM.replace('QUJD', 'WFla'))},
      want: 'authority',
    },
    {name: 'the CAs of the system', cluster: {server: good.server}, want: 'authority'},
    {name: 'no check', cluster: {...good, 'insecure-skip-tls-verify': true}, want: 'skips the verification'},
    {name: 'another name', cluster: {...good, 'tls-server-name': 'evil.example'}, want: 'tls-server-name'},
    {name: 'nobody knows', cluster: undefined, want: 'provideClusterInfo'},
  ])('$name', ({cluster, want}) => {
    const refusal = refusalFor(cluster, own);
    if (want === undefined) expect(refusal).toBeUndefined();
    else expect(refusal).toContain(want);
  });
});

it.each([
  {text: undefined, says: 'users do not'},
  {text: '{', says: 'not JSON'},
  {
    text: '{"apiVersion": "client.authentication.k8s.io/v1alpha1", "kind": "ExecCredential"}',
    says: 'is not an ExecCredential',
  },
])('the exec info $text is reported as a problem', ({text, says}) =>
  expect(execInfoIn(text)).toEqual({problem: expect.stringContaining(says)}),
);
