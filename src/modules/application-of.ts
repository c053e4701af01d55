import type {ModuleRequest, WorkloadFacts} from '../core/module/module.ts';
import {idOf} from '../core/resource/id.ts';
import type {Application} from '../kubernetes/application/application.ts';
import type {Port} from '../kubernetes/application/workload.ts';
import {defined} from '../lib/defined.ts';

/** Returns the application that a module makes objects for. */
export const applicationOf = (request: ModuleRequest<unknown>): Application => {
  const {name, naming, project, namespace, labels} = request;
  return {
    name,
    naming,
    // Kusion puts all objects of a project into the namespace with the name of the project.
    namespace: naming === 'kusion' ? (namespace ?? project) : undefined,
    labels,
    selector: request.workload?.selector ?? selectorOf(request),
  };
};

/** Returns the application for the objects of an accessory. With the names of Kusion, all accessories of an application have the same name. */
export function accessoryOf(request: ModuleRequest<unknown>): Application {
  const own = applicationOf(request);
  return request.naming === 'kusion' ? {...own, name: `${own.name}-${request.accessory ?? ''}`} : own;
}

const SELECTING = ['app.kubernetes.io/name', 'app.kubernetes.io/part-of', 'app.kubernetes.io/instance'];

/** Returns the labels that select the pods of a workload. Labels of users may change, and a selector cannot. */
const selectorOf = ({labels}: Pick<ModuleRequest, 'labels'>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => SELECTING.includes(name)));

/** The workload of a request. */
type Workload = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly ports?: readonly Port[] | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
};

/** Returns the facts about a workload for other modules. */
export function factsOf(
  {apiVersion, kind, ports = [], labels, annotations}: Workload,
  request: ModuleRequest<unknown>,
): WorkloadFacts {
  const {name, namespace = request.namespace, selector} = applicationOf(request);
  return {
    id: idOf({apiVersion, kind, name, ...defined({namespace})}),
    name,
    selector,
    ports: ports.map(({port, targetPort = port, protocol = 'TCP'}) => ({
      name: `${protocol.toLowerCase()}-${port}`,
      port,
      targetPort,
      protocol,
    })),
    ...defined({labels, annotations}),
  };
}
