import {expect, it} from 'vitest';
import type {Failure} from '../../src/core/failure/failure.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {once} from '../../src/lib/once.ts';
import {applied} from '../rig/changes.ts';
import {streamOf} from '../rig/event-stream.ts';
import {behaving, configMap, deployment, manifests, service, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

type Step = {readonly id: string; readonly outcome: string; readonly seconds: number; readonly failure?: Failure};
type Applied = {readonly steps: readonly Step[]};

onCluster('readiness of each kind', (cluster) => {
  const {kubeconfigPath} = cluster;
  const group = `k${cluster.freshNamespace().replaceAll('-', '')}.example`;
  const definitionOf = (of: string, more: JsonObject = {}): JsonObject => {
    const {spec, ...definition} = widgetDefinition({group: of}) as JsonObject & {spec: JsonObject};
    return {...definition, spec: {...spec, ...more}};
  };
  const definitionRef = (name: string) => {
    const ref = {apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name};
    cluster.deleteAtEnd(ref);
    return ref;
  };

  /** A kind with a status of its own, and nobody who writes it. */
  const defined = once(async () => {
    definitionRef(`widgets.${group}`);
    const free = {type: 'object', 'x-kubernetes-preserve-unknown-fields': true};
    const schema = {openAPIV3Schema: {type: 'object', properties: {spec: free, status: free}}};
    const version = {name: 'v1', served: true, storage: true, subresources: {status: {}}, schema};
    await cluster.create(definitionOf(group, {versions: [version]}));
    const kind = {apiVersion: `${group}/v1`, kind: 'Widget'};
    const served = async () => {
      await cluster.client.discovery.refresh(kind.apiVersion);
      return cluster.client.discovery.resourceFor(kind);
    };
    await expect.poll(served, {timeout: 20_000}).toBeDefined();
  });

  const widget = (spec: JsonObject): JsonObject => ({
    apiVersion: `${group}/v1`,
    kind: 'Widget',
    metadata: {name: 'one'},
    spec,
  });
  const condition = (type: string, status: string, more: JsonObject = {}): JsonObject => ({
    conditions: [{type, status, reason: 'Because', message: 'the disk is slow', ...more}],
  });

  /** A stack whose one object is at its second generation, and what its controller has said of the first. */
  async function changed(status: JsonObject) {
    await defined();
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(widget({size: 1}))});
    await applied(stack);
    const ref = {apiVersion: `${group}/v1`, kind: 'Widget', namespace, name: 'one'};
    const say = (said: JsonObject) => cluster.patchAs('controller', ref, {status: said}, 'status');
    await say(status);
    await stack.write(manifests(widget({size: 2})));
    return {stack, say};
  }

  it.each([
    {
      name: 'Ready=False, with its reason in the object’s own words',
      before: condition('Ready', 'False'),
      waits: /not ready after 1 s.*: the disk is slow/,
      after: condition('Ready', 'True'),
    },
    {
      name: 'Reconciling',
      before: condition('Reconciling', 'True'),
      waits: /not ready after 1 s.*: the disk is slow/,
      after: condition('Reconciling', 'False'),
    },
    {
      name: 'a status of an older generation, though it says that it is ready',
      before: {observedGeneration: 1, ...condition('Ready', 'True')},
      waits: /not ready after 1 s.*: Widget generation is 2, but latest observed generation is 1/,
      after: {observedGeneration: 2},
    },
    {
      name: 'a condition of an older generation, though it says that it is ready',
      before: condition('Ready', 'True', {observedGeneration: 1}),
      waits:
        /not ready after 1 s.*: its condition Ready was reported for generation 1, but the object is at generation 2/,
      after: condition('Ready', 'True', {observedGeneration: 2}),
    },
    {
      name: 'a failure of an older generation, which is none',
      before: condition('Stalled', 'True', {observedGeneration: 1}),
      waits: /not ready after 1 s.*: its condition Stalled was reported for generation 1/,
      after: condition('Ready', 'True', {observedGeneration: 2}),
    },
  ])('apply waits for a custom resource with $name', async ({before, waits, after}) => {
    const {stack, say} = await changed(before);
    const late = await stack.gantry(['apply', '--yes', '--timeout', '1s']);
    expect(late.code, late.stdout).toBe(6);
    expect(late.stdout).toMatch(waits);
    await say(after);
    await applied(stack, ['--timeout', '20s']);
  });

  it('a stalled custom resource ends the wait at once, with its own message', async () => {
    const {stack} = await changed(condition('Stalled', 'True'));
    const ran = await stack.json<Applied>(['apply', '--yes']);
    expect(ran.code, ran.stderr).toBe(6);
    expect(ran.document.steps.find(({outcome}) => outcome === 'failed')).toMatchObject({
      failure: {code: 'object/failed', detail: 'the disk is slow'},
    });
  });

  it('an object that waits for others is not ready at the timeout, and the message names what is missing', async () => {
    const api = `v1.absent.${group}`;
    cluster.deleteAtEnd({apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', name: api});
    const namespace = cluster.freshNamespace();
    const noAddress = {'gantry.dev/test-address': 'none'};
    const rows: readonly (readonly [JsonObject, RegExp])[] = [
      [
        {...service('balanced', {type: 'LoadBalancer'}), metadata: {name: 'balanced', annotations: noAddress}},
        /waiting for the load balancer to report an address/,
      ],
      [
        {
          apiVersion: 'apiregistration.k8s.io/v1',
          kind: 'APIService',
          metadata: {name: api},
          spec: {
            group: `absent.${group}`,
            version: 'v1',
            groupPriorityMinimum: 100,
            versionPriority: 100,
            insecureSkipTLSVerify: true,
            service: {namespace, name: 'nobody'},
          },
        },
        /nobody.* is not present|not available/,
      ],
      [
        {
          apiVersion: 'v1',
          kind: 'ReplicationController',
          metadata: {name: 'old'},
          spec: {
            replicas: 1,
            selector: {app: 'old'},
            template: {
              metadata: {labels: {app: 'old'}, annotations: {'gantry.dev/test-pod': 'never-ready'}},
              spec: {terminationGracePeriodSeconds: 0, containers: [{name: 'app', image: 'nginx:1.27'}]},
            },
          },
        },
        /Ready: 0\/1; pod old-\S+: ContainersNotReady/,
      ],
    ];
    const objects = rows.map(([object]) => object);
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: {
        'stack.yaml': {
          name: 'shop',
          workspace: 'test',
          namespace,
          sources: [{manifests: 'manifests/**/*'}],
          health: objects.map(({kind}) => ({kind: kind ?? '', timeout: '4s'})),
        },
        ...manifests(...objects, configMap('settings', {a: '1'})),
      },
    });
    const ran = await stack.json<Applied>(['apply', '--yes']);
    expect(ran.code, ran.stderr).toBe(6);
    for (const [{kind}, says] of rows) {
      const step = ran.document.steps.find(({id}) => id.includes(`:${String(kind)}:`));
      expect(step?.failure).toMatchObject({code: 'object/not-ready', limit: 'rule', seconds: 4});
      expect(step?.failure).toMatchObject({detail: expect.stringMatching(says)});
    }
  });

  it('an object through which the server calls a workload is written when the workload is ready, and not earlier', async () => {
    const namespace = cluster.freshNamespace();
    const own = `${namespace}.example`;
    const [api, hook] = [`v1.api.${own}`, `hook.${own}`];
    const backend = {namespace, name: 'web', port: 80};
    const ofCluster = (apiVersion: string, kind: string, name: string, spec: JsonObject): JsonObject => {
      cluster.deleteAtEnd({apiVersion, kind, name});
      return {apiVersion, kind, metadata: {name}, ...spec};
    };
    const calls = [
      ofCluster('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', hook, {
        webhooks: [
          {
            name: hook,
            admissionReviewVersions: ['v1'],
            sideEffects: 'None',
            failurePolicy: 'Ignore',
            clientConfig: {service: backend},
            namespaceSelector: {matchLabels: {'kubernetes.io/metadata.name': 'nowhere'}},
            rules: [{apiGroups: [own], apiVersions: ['v1'], operations: ['*'], resources: ['*']}],
          },
        ],
      }),
      ofCluster('apiregistration.k8s.io/v1', 'APIService', api, {
        spec: {
          group: `api.${own}`,
          version: 'v1',
          groupPriorityMinimum: 100,
          versionPriority: 100,
          insecureSkipTLSVerify: true,
          service: backend,
        },
      }),
      // A converter may need the definition itself: what it converts comes after it.
      {...widget({}), apiVersion: `${own}/v1`},
    ];
    const converted = definitionOf(own, {
      conversion: {strategy: 'Webhook', webhook: {clientConfig: {service: backend}, conversionReviewVersions: ['v1']}},
    });
    definitionRef(`widgets.${own}`);
    const slow = deployment('web', {annotations: {...behaving('slow'), 'gantry.dev/test-pod-delay': '2s'}});
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(...calls, converted, service('web'), slow),
    });
    // Nothing answers for the APIService here: it never becomes available.
    const lines = streamOf(await stack.gantry(['apply', '--yes', '--timeout', '15s', '-o', 'jsonl']));
    const at = (type: string, kind: string): number =>
      lines.findIndex((line) => line.type === type && String(line['id']).includes(`:${kind}:`));
    const ready = at('step-done', 'Deployment');
    expect(ready).toBeGreaterThan(at('step-waiting', 'Deployment'));
    for (const {kind} of calls) expect(at('step-started', String(kind)), String(kind)).toBeGreaterThan(ready);
    await stack.gantry(['destroy', '--yes', '--allow-delete', 'all']);
  });

  it('a CRD whose names another one has fails at once, and the message contains the name', async () => {
    const taken = `${cluster.freshNamespace()}.example`;
    definitionRef(`widgets.${taken}`);
    definitionRef(`gadgets.${taken}`);
    await cluster.create(definitionOf(taken));
    const spec = definitionOf(taken)['spec'] as JsonObject;
    const names = {plural: 'gadgets', singular: 'gadget', kind: 'Widget', listKind: 'GadgetList'};
    const second = {...definitionOf(taken), metadata: {name: `gadgets.${taken}`}, spec: {...spec, names}};
    const stack = await makeStack({kubeconfigPath, files: manifests(second)});
    const ran = await stack.json<Applied>(['apply', '--yes']);
    expect(ran.code, ran.stderr).toBe(6);
    expect(ran.document.steps[0]?.failure).toMatchObject({
      code: 'object/failed',
      detail: expect.stringMatching(/"Widget" is already in use/),
    });
    expect(ran.document.steps[0]?.seconds).toBeLessThan(20);
  });
});
