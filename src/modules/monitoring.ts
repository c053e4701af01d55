import {z} from 'zod';
import type {JsonObject} from '../core/json.ts';
import type {Generated, ModuleRequest, WorkloadFacts} from '../core/module/module.ts';
import type {ModuleDefinition} from '../core/module/module-definition.ts';
import {ModuleFault} from '../core/module/module-fault.ts';
import {
  METRICS_PORT,
  podMonitor,
  type Scrape,
  scrapeAnnotations,
  serviceMonitor,
} from '../kubernetes/application/monitor-objects.ts';
import {accessoryOf, applicationOf} from './application-of.ts';
import {Texts} from './pod-model.ts';

const DURATION = /^(\d+)(ms|s|m|h)$/;
const Duration = z.string().regex(DURATION, {error: 'must be a duration, for example 30s'});
const UNITS: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: 60_000, h: 3_600_000};

const millisecondsOf = (text: string): number => {
  const [, number, unit = ''] = DURATION.exec(text) ?? [];
  return Number(number) * (UNITS[unit] ?? 0);
};

const INTERVAL = '30s';
const TIMEOUT = '15s';

const Input = z.strictObject({
  path: z
    .string()
    .regex(/^\//, {error: 'must begin with /'})
    .optional()
    .meta({description: 'The path of the metrics. Default: /metrics.'}),
  port: z
    .union([z.int().min(1).max(65_535), z.string().regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/)])
    .optional()
    .meta({
      description:
        'The port of the pods with the metrics, or the name of a port of a Service. Default: the first port of the workload.',
      examples: [9090],
    }),
});

const Platform = z
  .strictObject({
    operatorMode: z.boolean().optional().meta({
      description: 'True: a ServiceMonitor or PodMonitor of the Prometheus operator. Default: annotations of the pods.',
    }),
    monitorType: z
      .enum(['Service', 'Pod'])
      .optional()
      .meta({description: 'The kind of the monitor. Default: `Service`.'}),
    interval: Duration.optional().meta({description: `The time between two scrapes. Default: ${INTERVAL}.`}),
    timeout: Duration.optional().meta({description: `The timeout of a scrape. Default: ${TIMEOUT}.`}),
    scheme: z.enum(['http', 'https']).optional().meta({description: 'The scheme. Default: http.'}),
    labels: Texts.optional().meta({description: 'Labels of the monitor, by which Prometheus selects it.'}),
  })
  .refine(({interval = INTERVAL, timeout = TIMEOUT}) => millisecondsOf(timeout) <= millisecondsOf(interval), {
    error: '`timeout` must not be longer than `interval`',
    path: ['timeout'],
  });

type Request = ModuleRequest<z.infer<typeof Input> & z.infer<typeof Platform>>;

/** The module of the metrics of a workload. */
export const monitoring: ModuleDefinition<z.infer<typeof Input>, z.infer<typeof Platform>> = {
  name: 'monitoring',
  version: '1',
  description: 'Metrics for Prometheus: a ServiceMonitor, a PodMonitor, or annotations of the pods.',
  input: Input,
  platform: Platform,
  generate: (request) => {
    const {operatorMode = false, monitorType = 'Service'} = request.config;
    const {workload} = request;
    if (workload === undefined) throw new ModuleFault('the application has no workload with pods');
    const scrape = scrapeOf(request, workload);
    if (!operatorMode) return {resources: [], patches: [{podAnnotations: scrapeAnnotations(scrape)}]};
    const application = request.naming === 'kusion' ? applicationOf(request) : accessoryOf(request);
    const isServed = workload.ports.some(({targetPort}) => targetPort === scrape.port);
    return monitorType === 'Pod'
      ? monitored(podMonitor(scrape, workload, application), scrape, workload)
      : isServed
        ? {resources: [serviceMonitor(scrape, workload, application)]}
        : monitored(serviceMonitor(scrape, workload, application), scrape, workload);
  },
};

function scrapeOf({config}: Request, {ports}: WorkloadFacts): Scrape {
  const {path = '/metrics', scheme = 'http', interval = INTERVAL, timeout = TIMEOUT, labels} = config;
  const port = config.port ?? ports[0]?.targetPort;
  if (port === undefined)
    throw new ModuleFault('the workload has no port', 'Set `port`, or add the port to `ports` of the workload.');
  return {
    path,
    scheme,
    interval,
    timeout,
    labels,
    port: typeof port === 'string' && /^\d+$/.test(port) ? Number(port) : port,
  };
}

/** Returns a patch that declares a named port in the first container: a monitor selects a port of pods only by its name. */
function monitored(monitor: JsonObject, {port}: Scrape, {id, ports}: WorkloadFacts): Generated {
  if (typeof port === 'string') return {resources: [monitor]};
  const own = {name: METRICS_PORT, containerPort: port, protocol: 'TCP'};
  const declared = new Map<string, JsonObject>(
    ports.flatMap(({targetPort, protocol}) =>
      targetPort === undefined ? [] : [[`${targetPort} ${protocol}`, {containerPort: targetPort, protocol}] as const],
    ),
  );
  const path = `${id.includes(':CronJob:') ? '/spec/jobTemplate/spec' : '/spec'}/template/spec/containers/0/ports`;
  const value = [...declared.set(`${port} TCP`, own).values()];
  return {resources: [monitor], patches: [{json: {[id]: [{op: 'add', path, value}]}}]};
}
