import type {JsonObject} from '../../core/json.ts';
import type {WorkloadFacts} from '../../core/module/module.ts';
import {defined} from '../../lib/defined.ts';
import type {Application} from './application.ts';
import {objectOf} from './object-of.ts';

/** The way in which Prometheus reads metrics. */
export type Scrape = {
  readonly path: string;
  /** The port of the pods, or the name of a port of a Service. */
  readonly port: number | string;
  readonly scheme: string;
  readonly interval: string;
  readonly timeout: string;
  /** Labels by which Prometheus selects the monitor. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
};

/** The name of the port in the containers that a monitor selects. */
export const METRICS_PORT = 'metrics';

type Monitored = Pick<WorkloadFacts, 'ports' | 'selector'>;

/** Returns the ServiceMonitor. It selects the Services of the application by the labels that all of them have. */
export function serviceMonitor(
  {port, labels, ...scrape}: Scrape,
  {ports, selector}: Monitored,
  application: Application,
): JsonObject {
  const name = application.naming === 'kusion' ? `${application.name}-service-monitor` : application.name;
  const own = typeof port === 'string' ? port : ports.find((one) => one.targetPort === port)?.name;
  return objectOf({...HEAD, kind: 'ServiceMonitor', name, labels}, application, {
    spec: {
      selector: {matchLabels: {...selector}},
      endpoints: [defined({port: own, targetPort: own === undefined ? METRICS_PORT : undefined, ...endpoint(scrape)})],
    },
  });
}

/** Returns the PodMonitor. It selects the pods as their Deployment does. */
export function podMonitor(
  {port, labels, ...scrape}: Scrape,
  {selector}: Pick<Monitored, 'selector'>,
  application: Application,
): JsonObject {
  const name = application.naming === 'kusion' ? `${application.name}-pod-monitor` : application.name;
  return objectOf({...HEAD, kind: 'PodMonitor', name, labels}, application, {
    spec: {
      selector: {matchLabels: {...selector}},
      podMetricsEndpoints: [{port: typeof port === 'string' ? port : METRICS_PORT, ...endpoint(scrape)}],
    },
  });
}

const HEAD = {apiVersion: 'monitoring.coreos.com/v1'};

const endpoint = ({path, scheme, interval, timeout}: Omit<Scrape, 'port' | 'labels'>) => ({
  path,
  scheme,
  interval,
  scrapeTimeout: timeout,
});

/** Returns the annotations of pods that Prometheus scrapes without its operator. */
export const scrapeAnnotations = ({path, port, scheme}: Scrape): Readonly<Record<string, string>> => ({
  'prometheus.io/scrape': 'true',
  'prometheus.io/path': path,
  'prometheus.io/port': String(port),
  'prometheus.io/scheme': scheme,
});
