import {z} from 'zod';
import type {ModuleDefinition} from '../core/module/module-definition.ts';
import {ingressClassObject, ingressObject, unservedPorts} from '../kubernetes/application/ingress-objects.ts';
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

const Input = z
  .strictObject({
    ports: Ports.optional().meta({description: 'The ports of its Services.', examples: [[{port: 80, public: true}]]}),
    ingress: Ingress.optional().meta({description: 'An Ingress.'}),
    ingressClass: z
      .strictObject({
        ...Marks,
        controller: z.string().min(1).meta({description: 'The name of the controller.'}),
        parameters: AnyObject.optional().meta({description: 'A reference to the parameters of the controller.'}),
      })
      .optional()
      .meta({description: 'An IngressClass.'}),
  })
  .superRefine(({ports, ingress}, context) => {
    if (ingress === undefined) return;
    for (const port of unservedPorts(ingress, withDefaults(ports)))
      context.addIssue({
        code: 'custom',
        path: ['ingress'],
        message: `a backend has the port ${port} without a name, and no Service has that port`,
        params: {hint: `Add {port: ${port}} to \`ports\`, or the name of the Service to the backend.`},
      });
  });

const Platform = z.strictObject({
  port: z
    .strictObject({
      ...Marks,
      type: z.enum(['aws', 'alicloud']).optional().meta({description: 'The cloud of the load balancer.'}),
    })
    .optional()
    .meta({description: 'Labels and annotations of Services with a load balancer.'}),
});

/** The module of Services, Ingresses and IngressClasses. */
export const network: ModuleDefinition<z.infer<typeof Input>, z.infer<typeof Platform>> = {
  name: 'network',
  version: '1',
  description: 'Network access to the pods of an application: Services, an Ingress and an IngressClass.',
  input: Input,
  platform: Platform,
  generate: (request) => {
    const {ports, ingress, ingressClass, port: loadBalancer} = request.config;
    const application = applicationOf(request);
    const {labels, annotations} = request.workload ?? {};
    const served = withDefaults(ports);
    // Kusion gives the Services the labels and annotations of the workload.
    const marks = request.naming === 'kusion' ? {labels, annotations} : {};
    return {
      resources: [
        ...serviceObjects(served, application, {...marks, loadBalancer}),
        ...(ingress === undefined ? [] : [ingressObject(ingress, served, application)]),
        ...(ingressClass === undefined ? [] : [ingressClassObject(ingressClass, application)]),
      ],
    };
  },
};
