import type {JsonObject} from '../../core/json.ts';
import type {Application} from './application.ts';
import {objectOf} from './object-of.ts';
import type {Port} from './workload.ts';

/** Labels and annotations of Services. */
type Marks = {
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
};

/** The Services of ports: names, labels and annotations. */
export type Exposure = Marks & {
  /** Labels and annotations of the Service with a load balancer only. */
  readonly loadBalancer?: Marks | undefined;
};

/** Returns the name of the Service for ports that are public, or for those that are not. */
export const serviceName = ({name, naming}: Pick<Application, 'name' | 'naming'>, isPublic: boolean): string =>
  isPublic ? `${name}-public` : naming === 'kusion' ? `${name}-private` : name;

/** Returns one Service for the ports in the cluster, and one with a load balancer for the public ports. */
export function serviceObjects(
  ports: readonly Port[],
  application: Application,
  {labels, annotations, loadBalancer}: Exposure = {},
): readonly JsonObject[] {
  const {naming} = application;
  return [false, true].flatMap((isPublic) => {
    const name = serviceName(application, isPublic);
    const chosen = ports.filter((port) => (port.public ?? false) === isPublic);
    const marks = {
      labels: {...labels, ...(isPublic ? loadBalancer?.labels : {})},
      annotations: {...annotations, ...(isPublic ? loadBalancer?.annotations : {})},
    };
    const listed = chosen.map(({port, targetPort = port, protocol = 'TCP'}) => ({
      name: portName({port, protocol}, naming === 'kusion' ? name : undefined),
      port,
      targetPort,
      protocol,
    }));
    return chosen.length === 0
      ? []
      : [
          objectOf({apiVersion: 'v1', kind: 'Service', name, ...marks}, application, {
            spec: {
              type: isPublic ? 'LoadBalancer' : 'ClusterIP',
              ports: listed,
              selector: {...application.selector},
            },
          }),
        ];
  });
}

const LONGEST = 63;

/** Returns the name of a port: `tcp-80`. With a Service, the name that Kusion gives it, unless it is too long to be valid. */
function portName({port, protocol}: {readonly port: number; readonly protocol: string}, service?: string): string {
  const kusion = `${service}-${port}-${protocol.toLowerCase()}`;
  return service !== undefined && kusion.length <= LONGEST ? kusion : `${protocol.toLowerCase()}-${port}`;
}
