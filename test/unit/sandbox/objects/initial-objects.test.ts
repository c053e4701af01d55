import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {initialObjects} from '../../../../src/sandbox/kinds/initial-objects.ts';
import type {Thing} from './case.ts';

// The objects of the same names in the project's test cluster (record.ts reads them again).
const real = JSON.parse(readFileSync(new URL('measured-initial.json', import.meta.url), 'utf8')) as readonly Thing[];
const NOW = '2026-11-22T00:00:00Z';
const ours = initialObjects({now: NOW, port: 6443});

describe('a new cluster', () => {
  it.each(real.map((thing) => ({name: `${thing.kind} ${thing.metadata.name}`, thing})))(
    'a new cluster has the same $name as a real one',
    ({thing}) => {
      const found = ours.find(({object: {kind, metadata}}) => {
        return kind === thing.kind && (metadata as Thing['metadata']).name === thing.metadata.name;
      });
      expect(shown(found?.object as Thing)).toEqual(shown(thing));
    },
  );

  it('namespaces are created before the objects in them', () => {
    const first = ours.findIndex(({object}) => (object['metadata'] as Thing['metadata'])['namespace'] !== undefined);
    expect(ours.slice(0, first).map(({resource}) => resource)).toContain('namespaces');
    expect(ours.slice(first).map(({resource}) => resource)).not.toContain('namespaces');
  });

  it('a new cluster contains the port of its API server', () => {
    const service = ours.find(({resource}) => resource === 'services')?.object;
    expect(service).toMatchObject({spec: {ports: [{port: 443, targetPort: 6443}]}});
  });
});

/** Removes the values that differ between servers: times, ports, and the addresses and internal names of the node. */
function shown({metadata, spec, status, ...rest}: Thing): unknown {
  const {labels, annotations, finalizers, namespace} = metadata;
  const {nodeInfo: _nodeInfo, daemonEndpoints: _ports, ...state} = (status ?? {}) as Record<string, unknown>;
  const text = JSON.stringify({...rest, spec, state, labels, annotations, finalizers, namespace})
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"TIME"')
    .replaceAll(/"targetPort":\d+/g, '"targetPort":"PORT"')
    .replaceAll(/"address":"[\d.]+"/g, '"address":"IP"');
  return JSON.parse(text);
}
