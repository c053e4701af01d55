import {readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {TraceEvent} from '../../src/adapters/local/profile/trace-event.ts';
import {canary, leaks} from '../rig/canaries.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('gantry --profile', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('the profile of an apply contains its phases, steps and requests, and no value of a Secret', async () => {
    const value = canary('profile');
    const login = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 's'}, stringData: {password: value}};
    const objects = [configMap('a', {a: '1'}), login];
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files: manifests(...objects)});
    expect(await stack.gantry(['apply', '--yes', '--profile', 'apply.json'])).toMatchObject({code: 0});
    const text = await readFile(join(stack.dir, 'apply.json'), 'utf8');
    const {traceEvents} = JSON.parse(text) as {traceEvents: readonly TraceEvent[]};
    const names = (category: string) =>
      traceEvents.flatMap((event) => ('cat' in event && event.cat === category ? [event.name] : []));
    expect(names('run')).toEqual(['gantry apply']);
    expect(names('phase')).toEqual(expect.arrayContaining(['read', 'plan', 'apply', 'record']));
    expect(names('step')).toContainEqual(expect.stringMatching(/^create v1:ConfigMap:.*:a$/));
    expect(names('request')).toContainEqual(expect.stringMatching(/^apply v1 ConfigMap .*\/a$/));
    expect(leaks(text, {value})).toEqual([]);
  });

  it('a profile does not overwrite another file, and its directory exists before the run', async () => {
    const files = manifests(configMap('a', {a: '1'}));
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files});
    const before = await readFile(join(stack.dir, 'stack.yaml'), 'utf8');
    const over = await stack.gantry(['apply', '--yes', '--profile', 'stack.yaml']);
    expect(over).toMatchObject({code: 3, stderr: expect.stringContaining('is not a trace of Gantry')});
    expect(await readFile(join(stack.dir, 'stack.yaml'), 'utf8')).toBe(before);
    const nowhere = await stack.gantry(['apply', '--yes', '--profile', 'no/such/file.json']);
    expect(nowhere).toMatchObject({code: 3, stderr: expect.stringContaining('not found')});
    expect(await stack.gantry(['preview', '--profile', 'trace.json'])).toMatchObject({code: 0});
    expect((await stat(join(stack.dir, 'trace.json'))).mode & 0o777).toBe(0o600);
    expect(await stack.gantry(['preview', '--profile', 'trace.json'])).toMatchObject({code: 0});
  });
});
