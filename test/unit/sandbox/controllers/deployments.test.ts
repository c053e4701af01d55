import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {nameOf} from '../../../../src/sandbox/model/metadata.ts';
import {objectsAt, partAt, textAt} from '../../../../src/sandbox/model/part.ts';
import {context, type World} from './world.ts';

const deployment = (spec: JsonObject = {}, template: JsonObject = {}): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {name: 'web', namespace: 'shop', annotations: {team: 'blue'}},
  spec: {
    replicas: 2,
    progressDeadlineSeconds: 600,
    revisionHistoryLimit: 10,
    selector: {matchLabels: {app: 'web'}},
    strategy: {
      type: 'RollingUpdate',
      rollingUpdate: {
        maxSurge: '25%',
        maxUnavailable: '25%',
      },
    },
    template: {
      metadata: {
        labels: {app: 'web'},
        ...template,
      },
      spec: {
        containers: [
          {
            name: 'c',
            image: 'nginx:1',
          },
        ],
      },
    },
    ...spec,
  },
});

const withImage =
  (image: string) =>
  (object: JsonObject): JsonObject => {
    const template = partAt(object, 'spec', 'template');
    return {
      ...object,
      spec: {...partAt(object, 'spec'), template: {...template, spec: {containers: [{name: 'c', image}]}}},
    };
  };

const withSpec =
  (changes: JsonObject) =>
  (object: JsonObject): JsonObject => ({
    ...object,
    spec: {...partAt(object, 'spec'), ...changes},
  });

const conditions = (object: JsonObject): readonly string[] =>
  objectsAt(object, 'status', 'conditions').map(
    ({type, status, reason}) => `${type as string}=${status as string} ${reason as string}`,
  );

const told = (w: World): readonly string[] =>
  w.store
    .list('events')
    .filter((event) => partAt(event, 'involvedObject')['kind'] === 'Deployment')
    .map((event) => textAt(event, 'message').replaceAll(/web-[a-z0-9]+/g, 'SET'));

const images = (w: World): readonly string[] =>
  w.store.list('pods').map((pod) => textAt(objectsAt(pod, 'spec', 'containers')[0] ?? {}, 'image'));

describe('a Deployment', () => {
  it('a finished Deployment has the status of a real cluster (measured there)', async () => {
    using w = await context();
    await w.apply(deployment());
    const live = w.get('deployments.apps', 'web');
    expect(live['status']).toEqual({
      observedGeneration: 1,
      replicas: 2,
      updatedReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      conditions: [
        {
          type: 'Available',
          status: 'True',
          reason: 'MinimumReplicasAvailable',
          message: 'Deployment has minimum availability.',
          lastUpdateTime: '2026-01-01T00:00:00Z',
          lastTransitionTime: '2026-01-01T00:00:00Z',
        },
        {
          type: 'Progressing',
          status: 'True',
          reason: 'NewReplicaSetAvailable',
          message: `ReplicaSet "${w.names('replicasets.apps')[0]}" has successfully progressed.`,
          lastUpdateTime: '2026-01-01T00:00:00Z',
          lastTransitionTime: '2026-01-01T00:00:00Z',
        },
      ],
    });
    expect(partAt(live, 'metadata', 'annotations')).toEqual({team: 'blue', 'deployment.kubernetes.io/revision': '1'});
    const [set] = w.store.list('replicasets.apps');
    expect(partAt(set ?? {}, 'metadata', 'annotations')).toEqual({
      team: 'blue',
      'deployment.kubernetes.io/revision': '1',
      'deployment.kubernetes.io/desired-replicas': '2',
      'deployment.kubernetes.io/max-replicas': '3',
    });
    expect(set?.['status']).toEqual({
      replicas: 2,
      fullyLabeledReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      observedGeneration: 1,
    });
    expect(told(w)).toEqual(['Scaled up replica set SET from 0 to 2']);
    expect(w.failures).toEqual([]);
  });

  it('a rollout never goes below the number of pods that must be available', async () => {
    using w = await context();
    await w.apply(deployment({replicas: 4}));
    let least = Infinity;
    w.store.subscribe(() => {
      least = Math.min(
        least,
        w.store.list('pods').filter((pod) => textAt(pod, 'status', 'phase') === 'Running').length,
      );
    });
    await w.change('deployments.apps', 'web', withImage('nginx:2'));
    expect(images(w)).toEqual(['nginx:2', 'nginx:2', 'nginx:2', 'nginx:2']);
    expect(least).toBeGreaterThanOrEqual(3);
    expect(conditions(w.get('deployments.apps', 'web'))).toContain('Progressing=True NewReplicaSetAvailable');
    expect(
      textAt(w.get('deployments.apps', 'web'), 'metadata', 'annotations', 'deployment.kubernetes.io/revision'),
    ).toBe('2');
    expect(w.names('replicasets.apps')).toHaveLength(2);
  });

  it('a Deployment that returns to an old template reuses its ReplicaSet as the newest revision', async () => {
    using w = await context();
    await w.apply(deployment());
    const [first = ''] = w.names('replicasets.apps');
    await w.change('deployments.apps', 'web', withImage('nginx:2'));
    await w.change('deployments.apps', 'web', withImage('nginx:1'));
    expect(w.names('replicasets.apps')).toHaveLength(2);
    expect(partAt(w.get('replicasets.apps', first), 'metadata', 'annotations')).toMatchObject({
      'deployment.kubernetes.io/revision': '3',
      'deployment.kubernetes.io/revision-history': '1',
    });
    expect(images(w)).toEqual(['nginx:1', 'nginx:1']);
  });

  it('a rollout whose pods never become ready keeps the old pods, and fails after its deadline', async () => {
    using w = await context();
    await w.apply(deployment({progressDeadlineSeconds: 60}));
    await w.change('deployments.apps', 'web', (object) => {
      const template = partAt(object, 'spec', 'template');
      const metadata = {...partAt(template, 'metadata'), annotations: {'gantry.dev/test-pod': 'image-pull'}};
      return withSpec({template: {...template, metadata}})(object);
    });
    expect(conditions(w.get('deployments.apps', 'web'))).toContain('Progressing=True ReplicaSetUpdated');
    await w.pass(70_000);
    expect(conditions(w.get('deployments.apps', 'web'))).toContain('Progressing=False ProgressDeadlineExceeded');
    expect(w.get('deployments.apps', 'web')['status']).toMatchObject({
      availableReplicas: 2,
      unavailableReplicas: 1,
      updatedReplicas: 1,
    });
  });

  it('a Deployment with the strategy Recreate ends all old pods before it creates new ones', async () => {
    using w = await context();
    await w.apply(deployment({strategy: {type: 'Recreate'}}));
    const mixed: string[] = [];
    w.store.subscribe(() => {
      if (new Set(images(w)).size > 1) mixed.push(images(w).join());
    });
    await w.change('deployments.apps', 'web', withImage('nginx:2'));
    expect(images(w)).toEqual(['nginx:2', 'nginx:2']);
    expect(mixed).toEqual([]);
  });

  it.each([
    {name: 'up', replicas: 5},
    {name: 'down', replicas: 1},
    {name: 'to zero', replicas: 0},
  ])('a Deployment scales $name', async ({replicas}) => {
    using w = await context();
    await w.apply(deployment());
    await w.change('deployments.apps', 'web', withSpec({replicas}));
    expect(w.names('pods')).toHaveLength(replicas);
    expect(
      partAt(w.store.list('replicasets.apps')[0] ?? {}, 'metadata', 'annotations')[
        'deployment.kubernetes.io/desired-replicas'
      ],
    ).toBe(String(replicas));
  });

  it('a paused Deployment rolls nothing out', async () => {
    using w = await context();
    await w.apply(deployment());
    await w.change('deployments.apps', 'web', (object) => withSpec({paused: true})(withImage('nginx:2')(object)));
    expect(images(w)).toEqual(['nginx:1', 'nginx:1']);
    expect(conditions(w.get('deployments.apps', 'web'))).toContain('Progressing=Unknown DeploymentPaused');
    await w.change('deployments.apps', 'web', withSpec({paused: false}));
    expect(images(w)).toEqual(['nginx:2', 'nginx:2']);
  });

  it('a Deployment keeps as many old ReplicaSets as its history limit allows', async () => {
    using w = await context();
    await w.apply(deployment({revisionHistoryLimit: 1}));
    for (const version of ['2', '3', '4']) await w.change('deployments.apps', 'web', withImage(`nginx:${version}`));
    expect(w.names('replicasets.apps')).toHaveLength(2);
  });

  it('a Deployment reports that the server refuses its pods, and continues when it no longer does', async () => {
    using w = await context();
    w.refuse((object) => (object['kind'] === 'Pod' ? 'pods "x" is forbidden: exceeded quota: q' : undefined));
    await w.apply(deployment());
    expect(conditions(w.get('deployments.apps', 'web'))).toContain('ReplicaFailure=True FailedCreate');
    w.refuse(() => undefined);
    await w.pass(120_000);
    expect(conditions(w.get('deployments.apps', 'web'))).toEqual([
      'Available=True MinimumReplicasAvailable',
      'Progressing=True NewReplicaSetAvailable',
    ]);
  });

  it('a Deployment keeps the first refusal in its status, so that a new pod name causes no immediate retry', async () => {
    using w = await context();
    w.refuse((object) => (object['kind'] === 'Pod' ? `pods "${nameOf(object)}" is forbidden` : undefined));
    await w.apply(deployment());
    const tries = w.failures.length;
    const failure = () => {
      const [name = ''] = w.names('replicasets.apps');
      return objectsAt(w.get('replicasets.apps', name), 'status', 'conditions');
    };
    const first = failure();
    expect(first).toMatchObject([
      {type: 'ReplicaFailure', message: expect.stringMatching(/^pods "web-.*" is forbidden$/)},
    ]);
    // Its own status wakes it once.
    expect(tries).toBe(2);
    await w.pass(1000);
    expect(w.failures.length).toBeGreaterThan(tries);
    expect(failure()).toEqual(first);
  });

  it('a deleted Deployment takes its ReplicaSets and pods with it', async () => {
    using w = await context();
    await w.apply(deployment());
    await w.remove('deployments.apps', 'web');
    expect([...w.names('replicasets.apps'), ...w.names('pods')]).toEqual([]);
  });

  it('a Deployment deleted with --cascade=orphan leaves its ReplicaSets and pods', async () => {
    using w = await context();
    await w.apply(deployment());
    await w.remove('deployments.apps', 'web', 'Orphan');
    expect(w.names('deployments.apps')).toEqual([]);
    expect(w.names('pods')).toHaveLength(2);
  });

  it('a Deployment deleted in the foreground is removed last', async () => {
    using w = await context();
    await w.apply(deployment());
    const gone: string[] = [];
    w.store.subscribe(({type, resource}) => {
      if (type === 'DELETED' && resource !== 'events') gone.push(resource);
    });
    await w.remove('deployments.apps', 'web', 'Foreground');
    expect(gone).toEqual(['pods', 'pods', 'replicasets.apps', 'deployments.apps']);
  });
});
