import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {CRD_CONTROLLER} from '../../../../src/sandbox/custom/crd/crd-controller.ts';
import {CRD_RULES} from '../../../../src/sandbox/custom/crd/crd-rules.ts';
import type {ControlView, Step} from '../../../../src/sandbox/model/controller.ts';

const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';
const NOW = '2026-11-22T00:00:00Z';

const names = (plural: string, kind: string, more: JsonObject = {}): JsonObject => ({
  plural,
  kind,
  singular: kind.toLowerCase(),
  listKind: `${kind}List`,
  ...more,
});

const definition = (plural: string, spec: JsonObject, more: JsonObject = {}): JsonObject => ({
  metadata: {name: `${plural}.a.example`},
  spec: {group: 'a.example', names: spec},
  status: {conditions: null, acceptedNames: {plural: '', kind: ''}, storedVersions: ['v1']},
  ...more,
});

const condition = (type: string, status: string, reason: string, message: string): JsonObject => ({
  type,
  status,
  lastTransitionTime: NOW,
  reason,
  message,
});

const view = (definitions: readonly JsonObject[], instances: readonly JsonObject[] = []): ControlView => {
  const all: Readonly<Record<string, readonly JsonObject[]>> = {
    [DEFINITIONS]: definitions,
    'gadgets.a.example': instances,
  };
  const list = (resource: string): readonly JsonObject[] => all[resource] ?? [];
  return {
    list,
    get: (resource, _, name) => list(resource).find((one) => (one['metadata'] as JsonObject)['name'] === name),
    resources: () => Object.keys(all),
    ownedBy: () => [],
  };
};

const stepsFor = (name: string, cluster: ControlView): readonly Step[] =>
  CRD_CONTROLLER.steps({namespace: '', name}, cluster, Date.parse(NOW));

const statusOf = ([step]: readonly Step[]) => (step?.do === 'status' ? step.object['status'] : undefined);

const ESTABLISHED = condition('Established', 'True', 'InitialNamesAccepted', 'the initial names have been accepted');

describe('the names of a CRD', () => {
  it('names that no other CRD has are accepted', () => {
    const wanted = names('gadgets', 'Gadget', {shortNames: ['gd'], categories: ['all']});
    const steps = stepsFor('gadgets.a.example', view([definition('gadgets', wanted)]));
    expect(statusOf(steps)).toEqual({
      conditions: [condition('NamesAccepted', 'True', 'NoConflicts', 'no conflicts found'), ESTABLISHED],
      acceptedNames: wanted,
      storedVersions: ['v1'],
    });
  });

  it('accepted names stay unchanged', () => {
    const wanted = names('gadgets', 'Gadget');
    const done = {acceptedNames: wanted, conditions: [condition('NamesAccepted', 'True', 'x', 'y'), ESTABLISHED]};
    expect(stepsFor('gadgets.a.example', view([definition('gadgets', wanted, {status: done})]))).toEqual([]);
  });

  it('a name that another CRD of the group has is not accepted', () => {
    const other = definition('tools', names('tools', 'Tool', {shortNames: ['gd']}), {
      status: {acceptedNames: names('tools', 'Tool', {shortNames: ['gd']})},
    });
    const wanted = names('gadgets', 'Gadget', {shortNames: ['gd']});
    const steps = stepsFor('gadgets.a.example', view([other, definition('gadgets', wanted)]));
    expect(statusOf(steps)).toEqual({
      conditions: [
        condition('NamesAccepted', 'False', 'ShortNamesConflict', '"gd" is already in use'),
        condition('Established', 'False', 'NotAccepted', 'not all names are accepted'),
      ],
      acceptedNames: names('gadgets', 'Gadget'),
      storedVersions: ['v1'],
    });
  });
});

describe('a deleted CRD', () => {
  const rules = CRD_RULES['CustomResourceDefinition.apiextensions.k8s.io'];
  const established = definition('gadgets', names('gadgets', 'Gadget'), {
    status: {acceptedNames: names('gadgets', 'Gadget'), conditions: [ESTABLISHED]},
  });
  const marked = rules?.beforeDelete?.(established, NOW) ?? {};
  const going = {...marked, metadata: {...(marked['metadata'] as JsonObject), deletionTimestamp: NOW}};
  const instance = (name: string, more: JsonObject = {}): JsonObject => ({
    metadata: {name, namespace: 'shop', uid: `uid-${name}`, ...more},
  });

  it('a deleted CRD waits for its objects, and reports that', () => {
    expect((marked['metadata'] as JsonObject)['finalizers']).toEqual(['customresourcecleanup.apiextensions.k8s.io']);
    expect((marked['status'] as JsonObject)['conditions']).toEqual([
      ESTABLISHED,
      condition(
        'Terminating',
        'True',
        'InstanceDeletionPending',
        'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
      ),
    ]);
  });

  it('a deleted CRD deletes the objects that are not being deleted yet', () => {
    const cluster = view([going], [instance('a'), instance('b', {deletionTimestamp: NOW})]);
    const [told, ...rest] = stepsFor('gadgets.a.example', cluster);
    expect(told).toMatchObject({
      do: 'status',
      object: {status: {conditions: [{}, {reason: 'InstanceDeletionInProgress'}]}},
    });
    expect(rest).toEqual([{do: 'delete', resource: 'gadgets.a.example', namespace: 'shop', name: 'a', uid: 'uid-a'}]);
  });

  it('a deleted CRD is removed when no object is left', () => {
    expect(stepsFor('gadgets.a.example', view([going]))).toMatchObject([
      {do: 'update', object: {metadata: {name: 'gadgets.a.example', finalizers: []}}},
    ]);
  });
});
