import {expect, it} from 'vitest';
import {proxyFromEnvironment} from '../../../../../src/adapters/kubernetes/kubeconfig/proxy-from-environment.ts';

it.each([
  {server: 'https://k8s.corp:6443', no: '', proxied: true},
  {server: 'https://k8s.corp:6443', no: 'corp', proxied: false},
  {server: 'https://k8s.corp:6443', no: '.corp', proxied: false},
  {server: 'https://corp', no: '.corp', proxied: true},
  {server: 'https://notcorp', no: 'corp', proxied: true},
  {server: 'https://k8s.corp:6443', no: 'k8s.corp:443', proxied: true},
  {server: 'https://k8s.corp:6443', no: 'a, K8S.corp:6443', proxied: false},
  {server: 'https://10.1.2.3', no: '10.0.0.0/8', proxied: false},
  {server: 'https://10.1.2.3', no: '10.1.2.3', proxied: false},
  {server: 'https://11.1.2.3', no: '10.0.0.0/8', proxied: true},
  {server: 'https://[fd00::1]', no: 'fd00::/16', proxied: false},
  {server: 'https://h', no: '*', proxied: false},
  {server: 'https://localhost:6443', no: '', proxied: false},
  {server: 'https://127.0.0.1:6443', no: '', proxied: false},
])('NO_PROXY=$no: $server goes through the proxy: $proxied', ({server, no, proxied}) => {
  const env = {HTTPS_PROXY: 'proxy:3128', NO_PROXY: no};
  expect(proxyFromEnvironment(server, env)).toBe(proxied ? 'http://proxy:3128' : undefined);
});

it('no proxy is used without HTTPS_PROXY', () =>
  expect(proxyFromEnvironment('https://h', {NO_PROXY: 'x'})).toBeUndefined());
