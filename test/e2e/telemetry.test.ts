import type {ServerResponse} from 'node:http';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {canary, leaks} from '../rig/canaries.ts';
import {configMap, deployment, failing, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {type Collector, type SeenSpan, startCollector} from '../rig/otlp-collector.ts';
import {startGantry} from '../rig/program.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const OUTER = '00f067aa0ba902b7';

const answering =
  (status: number) =>
  (response: ServerResponse): void =>
    void response.writeHead(status).end();

const named = (collector: Collector, name: string): SeenSpan => {
  const found = collector.spans().filter((span) => span.name === name);
  expect(found, name).toHaveLength(1);
  return found[0] as SeenSpan;
};

onCluster('OpenTelemetry', (cluster) => {
  const {kubeconfigPath} = cluster;
  const stackOf = (...objects: readonly JsonObject[]): Promise<Stack> =>
    makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files: manifests(...objects)});

  it("a trace of an apply contains the command in the pipeline's span, its phases, their steps, and their requests", async () => {
    const collector = await startCollector();
    const stack = await stackOf(configMap('a', {a: '1'}), deployment('web'));
    const {code, stderr} = await stack.gantry(['apply', '--yes'], {
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=acme%20inc',
        OTEL_SERVICE_NAME: 'deploys',
        OTEL_RESOURCE_ATTRIBUTES: 'team=shop,deployment.environment=ci',
        TRACEPARENT: `00-${TRACE}-${OUTER}-01`,
      },
    });
    expect({code, stderr: stderr.includes('OpenTelemetry')}, stderr).toEqual({code: 0, stderr: false});
    expect(collector.headers()[0]).toMatchObject({'x-tenant': 'acme inc'});
    const root = named(collector, 'gantry apply');
    expect(root).toMatchObject({
      traceId: TRACE,
      parentSpanId: OUTER,
      resource: {'service.name': 'deploys', team: 'shop', 'deployment.environment': 'ci'},
      attributes: {
        'gantry.project': 'shop',
        'gantry.stack': 'shop',
        'gantry.workspace': 'test',
        'gantry.revision': 1,
        'gantry.release.phase': 'succeeded',
        'gantry.exit_code': 0,
        'gantry.command_line': 'gantry apply --yes',
      },
    });
    for (const phase of ['read', 'plan', 'apply', 'record'])
      expect(named(collector, `phase ${phase}`)).toMatchObject({traceId: TRACE, parentSpanId: root.spanId});
    const steps = collector.spans().filter(({attributes}) => 'gantry.resource.id' in attributes);
    const web = steps.find(({attributes}) => String(attributes['gantry.resource.id']).endsWith(':web'));
    expect(steps).toHaveLength(3);
    expect(web).toMatchObject({
      name: 'step create',
      parentSpanId: named(collector, 'phase apply').spanId,
      attributes: {'gantry.action': 'create', 'gantry.outcome': 'done', 'gantry.waiting_seconds': expect.any(Number)},
      events: expect.arrayContaining(['applied']),
    });
    const requests = collector.spans().filter(({parentSpanId, kind}) => parentSpanId === web?.spanId && kind === 3);
    expect(requests.find(({name}) => name === 'apply Deployment')).toMatchObject({
      attributes: {
        'http.request.method': 'PATCH',
        'http.response.status_code': 201,
        'http.request.resend_count': 0,
        'gantry.request.kind': 'Deployment',
      },
    });
    const planning = named(collector, 'phase plan').spanId;
    expect(collector.spans().filter(({parentSpanId, kind}) => parentSpanId === planning && kind === 3)).not.toEqual([]);
    // Everything hangs together: there is no span whose parent nobody knows.
    const known = new Set([OUTER, ...collector.spans().map(({spanId}) => spanId)]);
    expect(collector.spans().filter(({parentSpanId}) => !known.has(parentSpanId ?? ''))).toEqual([]);
  });

  it('a trace contains the requests of an update, a replacement and a deletion below their own steps', async () => {
    const stack = await stackOf(
      configMap('a', {a: '1'}),
      configMap('b', {a: '1'}, {annotations: {'gantry.dev/replace': 'allowed'}}),
      {...configMap('frozen', {a: '1'}), immutable: true},
    );
    expect((await stack.gantry(['apply', '--yes'])).code).toBe(0);
    await stack.write(manifests(configMap('a', {a: '2'}), {...configMap('frozen', {a: '2'}), immutable: true}));
    const collector = await startCollector();
    const env = {OTEL_EXPORTER_OTLP_ENDPOINT: collector.url};
    const ran = await stack.gantry(['apply', '--yes', '--allow-replace', 'all'], {env});
    expect(ran, ran.stderr).toMatchObject({code: 0});
    const below = (name: string): readonly string[] => {
      const step = collector
        .spans()
        .find(({attributes}) => String(attributes['gantry.resource.id']).endsWith(`:${name}`));
      return collector
        .spans()
        .filter(({parentSpanId, kind}) => kind === 3 && parentSpanId === step?.spanId)
        .map((span) => span.name);
    };
    expect(below('a')).toContain('apply ConfigMap');
    expect(below('b')).toContain('delete ConfigMap');
    expect(below('frozen')).toEqual(expect.arrayContaining(['delete ConfigMap', 'apply ConfigMap']));
    const applying = named(collector, 'phase apply').spanId;
    const loose = collector.spans().filter(({parentSpanId, kind}) => kind === 3 && parentSpanId === applying);
    expect(loose.filter(({name}) => /^(apply|delete|patch) /.test(name))).toEqual([]);
  });

  it('a run as administrator sends few permission checks, however many objects it creates', async () => {
    const collector = await startCollector();
    const stack = await stackOf(
      ...Array.from({length: 60}, (_, i) => configMap(`c${i}`, {a: '1'})),
      deployment('web'),
      {apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name: 'robot'}},
    );
    const env = {OTEL_EXPORTER_OTLP_ENDPOINT: collector.url};
    expect((await stack.gantry(['apply', '--yes'], {env})).code).toBe(0);
    const asked = collector.spans().filter(({attributes}) => /selfsubject/.test(String(attributes['url.path'])));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThan(4);
  });

  it('metrics contain steps by action and outcome with their duration, and requests by verb and status', async () => {
    const collector = await startCollector();
    const stack = await stackOf(configMap('a', {a: '1'}), configMap('b', {b: '1'}));
    const env = {OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${collector.url}/own`};
    expect((await stack.gantry(['apply', '--yes'], {env})).code).toBe(0);
    expect(collector.spans()).toEqual([]);
    const points = (name: string) => collector.points().filter((point) => point.name === name);
    const created = {'gantry.action': 'create', 'gantry.outcome': 'done', 'gantry.stack': 'shop'};
    expect(points('gantry.steps')).toEqual([
      expect.objectContaining({attributes: expect.objectContaining(created), value: 3}),
    ]);
    expect(points('gantry.step.duration')).toEqual([expect.objectContaining({value: 3})]);
    expect(points('gantry.requests')).toContainEqual(
      expect.objectContaining({
        attributes: expect.objectContaining({'gantry.request.verb': 'apply', 'gantry.request.status': '201'}),
      }),
    );
  });

  it('telemetry contains failed steps and skipped ones with their reason, without any secret', async () => {
    const collector = await startCollector();
    const secrets = {data: canary('otel'), header: canary('header')};
    const namespace = cluster.freshNamespace();
    const waits = {annotations: {'gantry.dev/order': `after apps/v1:Deployment:${namespace}:web`}};
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(
        {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'keys'}, stringData: {password: secrets.data}},
        deployment('web', {annotations: failing('never-ready')}),
        configMap('late', {a: '1'}, waits),
      ),
    });
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${secrets.header}`,
    };
    expect((await stack.gantry(['apply', '--yes', '--timeout', '2'], {env})).code).toBe(6);
    expect(named(collector, 'gantry apply')).toMatchObject({attributes: {'gantry.exit_code': 6}, status: {code: 2}});
    const web = collector.spans().find(({attributes}) => String(attributes['gantry.resource.id']).endsWith(':web'));
    expect(web).toMatchObject({
      attributes: {'gantry.outcome': 'failed', 'error.type': 'object/not-ready'},
      status: {code: 2, message: expect.stringContaining('not ready')},
    });
    const late = collector.spans().find(({attributes}) => String(attributes['gantry.resource.id']).endsWith(':late'));
    expect(late).toMatchObject({
      attributes: {'gantry.outcome': 'skipped', 'gantry.because': `apps/v1:Deployment:${namespace}:web`},
    });
    expect(leaks(collector.bodies(), secrets)).toEqual([]);
  });

  it('telemetry is not loaded if it is not configured', async () => {
    const collector = await startCollector();
    const stack = await stackOf(configMap('a', {a: '1'}));
    const off: readonly Readonly<Record<string, string>>[] = [
      {OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url},
      {OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url},
      {OTEL_SERVICE_NAME: 'alone'},
    ];
    for (const env of off) expect(await stack.gantry(['preview'], {env})).toMatchObject({code: 0});
    expect(collector.bodies()).toBe('');
  });
});

onCluster('a failing collector', (cluster) => {
  const unsent = /^warning: OpenTelemetry: .*$/gm;

  it.each([
    {name: 'is not there', answer: undefined},
    {name: 'takes and never answers', answer: () => undefined},
    {name: 'answers 500', answer: answering(500)},
    {name: 'answers 503', answer: answering(503)},
  ])('a collector that $name is one warning', async ({answer}) => {
    const {kubeconfigPath} = cluster;
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('a', {a: '1'}))});
    const url = answer === undefined ? 'http://127.0.0.1:9' : (await startCollector(answer)).url;
    const program = startGantry(stack, ['preview', '-o', 'jsonl'], {OTEL_EXPORTER_OTLP_ENDPOINT: url});
    await program.event('result');
    const answered = performance.now();
    const {code, stderr} = await program.ended;
    expect({code, warnings: stderr.match(unsent)?.length}, stderr).toEqual({code: 0, warnings: 1});
    // Its patience is 1.5 s; the collector's own limits would be 10 s.
    expect(performance.now() - answered).toBeLessThan(8000);
  });

  it.each([
    {env: {OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318'}, says: 'not an http:// or https:// URL'},
    {
      env: {OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc'},
      says: 'OTLP over HTTP',
    },
  ])('invalid settings of the collector are a warning: $says', async ({env, says}) => {
    const stack = await makeStack({files: {'workspaces/test.yaml': {}}});
    const ran = await stack.gantry(['workspace', 'current'], {env});
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr.match(unsent)).toEqual([expect.stringContaining(says)]);
  });
});
