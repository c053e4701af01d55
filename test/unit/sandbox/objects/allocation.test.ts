import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {OBJECT_RULES} from '../../../../src/sandbox/kinds/object-rules.ts';
import {memoryStore} from '../../../../src/sandbox/store/memory-store.ts';

type Store = ReturnType<typeof memoryStore>;
type Spec = {readonly clusterIP: string; readonly ports: readonly {readonly nodePort: number}[]};

const NOW = '2026-11-22T00:00:00Z';

const service = (name: string, spec: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {name, namespace: 'default'},
  spec: {ports: [{port: 80}], ...spec},
});

/** Returns a new Service as the rules prepare it. */
function prepared(store: Store, object: JsonObject, dryRun = false): JsonObject {
  const {defaults, prepare} = OBJECT_RULES['Service'] ?? {};
  const whole = defaults?.(object) ?? object;
  return prepare?.({object: whole, before: undefined, subresource: '', cluster: store, now: NOW, dryRun}) ?? whole;
}

const specOf = (object: JsonObject): Spec => object['spec'] as unknown as Spec;

/** Stores a new Service, so that the next one finds its values in use. */
const created = (store: Store, object: JsonObject): Spec => specOf(store.put('services', prepared(store, object)));

describe('allocated values of a Service', () => {
  it('a Service gets its own address, above those reserved for specific requests', () => {
    const store = memoryStore();
    const ips = Array.from({length: 200}, (_, at) => created(store, service(`web-${at}`)).clusterIP);
    expect(new Set(ips).size).toBe(200);
    for (const ip of ips) expect(ip).toMatch(/^10\.96\.([1-9]\d*)\.\d+$/);
  });

  it('a Service gets its own node port', () => {
    const store = memoryStore();
    const ports = Array.from({length: 200}, (_, at) => created(store, service(`web-${at}`, {type: 'NodePort'})).ports);
    const numbers = ports.map(([port]) => port?.nodePort ?? 0);
    expect(new Set(numbers).size).toBe(200);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(30_086);
    expect(Math.max(...numbers)).toBeLessThanOrEqual(32_767);
  });

  it('a Service gets the same address and port on every machine', () => {
    expect(created(memoryStore(), service('web'))).toEqual(created(memoryStore(), service('web')));
  });

  it('a Service gets no address or port of another one', () => {
    const store = memoryStore();
    const {clusterIP} = created(store, service('web'));
    expect(() => created(store, service('other', {clusterIP}))).toThrow('provided IP is already allocated');
  });

  // All as measured on a real server.
  describe('a dry run', () => {
    const held = (): Store => {
      const store = memoryStore();
      created(
        store,
        service('held', {type: 'NodePort', ports: [{port: 80, nodePort: 31_999}], clusterIP: '10.96.0.77'}),
      );
      return store;
    };
    const tried = (spec: JsonObject): Spec => specOf(prepared(held(), service('web', spec), true));
    const local = {type: 'LoadBalancer', externalTrafficPolicy: 'Local'};

    it.each<{readonly name: string; readonly spec: JsonObject; readonly given: object}>([
      {name: 'a placeholder address', spec: {}, given: {clusterIP: '10.96.0.0'}},
      {name: 'an address in use', spec: {clusterIP: '10.96.0.77'}, given: {clusterIP: '10.96.0.77'}},
      {name: 'invented ports', spec: local, given: {ports: [{nodePort: 32_769}], healthCheckNodePort: 32_770}},
      {
        name: 'a requested port outside of the range',
        spec: {type: 'NodePort', ports: [{port: 80, nodePort: 99}]},
        given: {ports: [{nodePort: 99}]},
      },
    ])('a dry run answers with $name', ({spec, given}) => {
      expect(tried(spec)).toMatchObject(given);
    });

    it.each<{readonly name: string; readonly spec: JsonObject; readonly says: string}>([
      {
        name: 'a port in use',
        spec: {type: 'NodePort', ports: [{port: 80, nodePort: 31_999}]},
        says: 'spec.ports[0].nodePort: Invalid value: 31999: provided port is already allocated',
      },
      {
        name: 'an address outside of the range',
        spec: {clusterIP: '10.1.2.3'},
        says: 'failed to allocate IP 10.1.2.3: the provided IP (10.1.2.3) is not in the valid range',
      },
    ])('a dry run refuses $name', ({spec, says}) => {
      expect(() => tried(spec)).toThrow(says);
    });
  });
});
