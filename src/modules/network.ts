import {z} from 'zod';
import type {ModuleDefinition} from '../core/module/module-definition.ts';
import {ingressClassObject, ingressObject, unservedPorts} from '../kubernetes/application/ingress-objects.ts';
import {routeObject, unroutedPorts} from '../kubernetes/application/route-object.ts';
import {serviceObjects} from '../kubernetes/application/service-objects.ts';
import {applicationOf} from './application-of.ts';
import {AnyObject} from './container-model.ts';
import {Texts} from './pod-model.ts';
import {Ports, withDefaults} from './port-model.ts';

const Marks = {
  labels: Texts.optional().meta({description: 'Its labels.'}),
  annotations: Texts.optional().meta({description: 'Its annotations.'}),
};

const Ingress = z
  .strictObject({
    ...Marks,
    ingressClassName: z.string().min(1).optional().meta({description: 'The name of the IngressClass.'}),
    defaultBackend: AnyObject.optional().meta({description: 'The backend of requests that no rule matches.'}),
    tls: z.array(AnyObject).optional().meta({description: 'The hosts and the Secrets of certificates.'}),
    rules: z.array(AnyObject).optional().meta({
      description:
        'The rules, as in Kubernetes. A backend `service` without `name` is the Service of the application with that port.',
    }),
  })
  .refine(({defaultBackend, rules = []}) => defaultBackend !== undefined || rules.length > 0, {
    error: 'an Ingress must have `rules` or `defaultBackend`',
  });

const Hostname = z.string().regex(/^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/, {error: 'must be a host name'});

const GatewayFields = {
  name: z.string().min(1).optional().meta({description: 'The name of the Gateway.'}),
  namespace: z.string().min(1).optional().meta({description: 'Its namespace. Default: that of the stack.'}),
  section: z.string().min(1).optional().meta({description: 'The name of its listener. Default: all listeners.'}),
};

const Gateway = z
  .strictObject({
    ...Marks,
    ...GatewayFields,
    hostnames: z.array(Hostname).optional().meta({description: 'The hosts. Default: those of the listener.'}),
    port: z
      .int()
      .optional()
      .meta({description: 'The port that receives all requests. Default: the first one of `ports`.'}),
    rules: z.array(AnyObject).optional().meta({
      description:
        'The rules of the HTTPRoute, as in the Gateway API, in place of `port`. A backend without `name` means the Service of the application with that port.',
    }),
  })
  .refine(({port, rules}) => port === undefined || rules === undefined, {
    error: '`port` and `rules` exclude each other',
  });

const Input = z
  .strictObject({
    ports: Ports.optional().meta({description: 'The ports of its Services.', examples: [[{port: 80, public: true}]]}),
    ingress: Ingress.optional().meta({description: 'An Ingress.'}),
    gateway: Gateway.optional().meta({description: 'An HTTPRoute for a Gateway.'}),
    ingressClass: z
      .strictObject({
        ...Marks,
        controller: z.string().min(1).meta({description: 'The name of the controller.'}),
        parameters: AnyObject.optional().meta({description: 'A reference to the parameters of the controller.'}),
      })
      .optional()
      .meta({description: 'An IngressClass.'}),
  })
  .superRefine(({ports, ingress, gateway}, context) => {
    const missing = [
      ...unservedPorts(ingress ?? {}, withDefaults(ports)).map((port) => ['ingress', port] as const),
      ...unroutedPorts(gateway, withDefaults(ports)).map((port) => ['gateway', port] as const),
    ];
    for (const [field, port] of missing)
      context.addIssue({
        code: 'custom',
        path: [field],
        message: `a backend has the port ${port} without a name, and no Service has that port`,
        params: {hint: `Add {port: ${port}} to \`ports\`, or the name of the Service to the backend.`},
      });
  });

const Platform = z.strictObject({
  defaultGateway: z
    .strictObject(GatewayFields)
    .optional()
    .meta({description: 'The Gateway of applications that do not set `gateway.name`.'}),
  port: z
    .strictObject({
      ...Marks,
      type: z.enum(['aws', 'alicloud']).optional().meta({description: 'The cloud of the load balancer.'}),
    })
    .optional()
    .meta({description: 'Labels and annotations of Services with a load balancer.'}),
});

/** The module of Services, Ingresses, routes of Gateways and IngressClasses. */
export const network: ModuleDefinition<z.infer<typeof Input>, z.infer<typeof Platform>> = {
  name: 'network',
  version: '1',
  description:
    'Network access to the pods of an application: Services, an Ingress, a route of a Gateway, an IngressClass.',
  input: Input,
  platform: Platform,
  generate: (request) => {
    const {ports, ingress, gateway, defaultGateway, ingressClass, port: loadBalancer} = request.config;
    const application = applicationOf(request);
    const {labels, annotations} = request.workload ?? {};
    const served = withDefaults(ports);
    // Kusion gives the Services the labels and annotations of the workload.
    const marks = request.naming === 'kusion' ? {labels, annotations} : {};
    return {
      resources: [
        ...serviceObjects(served, application, {...marks, loadBalancer}),
        ...(ingress === undefined ? [] : [ingressObject(ingress, served, application)]),
        ...(gateway === undefined ? [] : [routeObject({...defaultGateway, ...gateway}, served, application)]),
        ...(ingressClass === undefined ? [] : [ingressClassObject(ingressClass, application)]),
      ],
    };
  },
};
