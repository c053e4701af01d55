import {describe, expect, it} from 'vitest';
import {
  podPort,
  servicePort,
  serviceSelector,
} from '../../../../../../src/adapters/kubernetes/runtime/operate/forward/service-port.ts';
import type {JsonObject} from '../../../../../../src/core/json.ts';

const SERVICE: JsonObject = {
  spec: {
    selector: {app: 'web', tier: 'front'},
    ports: [
      {name: 'www', port: 80, targetPort: 'http'},
      {port: 443, targetPort: 8443},
      {port: 9000},
      {name: 'dns', port: 53, protocol: 'UDP'},
    ],
  },
};

describe('a port of a service', () => {
  it.each([
    ['80', {target: 'http'}],
    ['www', {target: 'http'}],
    ['443', {target: 8443}],
    ['9000', {target: 9000}],
    ['dns', {problem: 'port dns is UDP, and only TCP can be forwarded'}],
    ['http', {problem: 'it has no port http; it has 80 www, 443, 9000, 53 dns'}],
  ])('%s', (wanted, found) => {
    expect(servicePort(SERVICE, wanted)).toEqual(found);
  });

  it('leads to the pods that it selects, or to none of its own', () => {
    expect(serviceSelector(SERVICE)).toBe('app=web,tier=front');
    expect(serviceSelector({spec: {type: 'ExternalName', externalName: 'example.com'}})).toBeUndefined();
  });

  it('a named target port is the number that each pod gives it', () => {
    const pod: JsonObject = {
      spec: {
        initContainers: [{ports: [{name: 'admin', containerPort: 1}]}],
        containers: [{}, {ports: [{name: 'http', containerPort: 8080}]}],
      },
    };
    expect([podPort(pod, 'http'), podPort(pod, 'admin'), podPort(pod, 'other'), podPort(pod, 7)]).toEqual([
      8080,
      1,
      undefined,
      7,
    ]);
  });
});
