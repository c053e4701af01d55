import {openApiSchemas} from '../../kubernetes/fields/openapi.ts';
import {DEDUCED} from '../../kubernetes/fields/schema.ts';
import {once} from '../../lib/once.ts';
import {noSuchPath} from '../model/refusals.ts';
import type {Resource} from '../model/resource.ts';
import type {VerbContext} from './verb-context.ts';

const known = new WeakMap<Resource, Resource>();

/** Returns the resource of every scale subresource, autoscaling/v1 Scale. Its schema is in the OpenAPI documents of the workloads. */
export function scaleResource({registry}: VerbContext): Resource {
  const beside = registry.find('apps', 'v1', 'deployments');
  if (beside === undefined) throw noSuchPath();
  const found = known.get(beside) ?? besides(beside);
  known.set(beside, found);
  return found;
}

const SCALE = {group: 'autoscaling', version: 'v1', kind: 'Scale'};

const besides = ({components}: Resource): Resource => ({
  ...SCALE,
  plural: 'scales',
  singular: 'scale',
  namespaced: true,
  shortNames: [],
  categories: [],
  verbs: [],
  subresources: {},
  schema: once(() => openApiSchemas({components: {schemas: components()}})(SCALE) ?? DEDUCED),
  components,
  component: 'io.k8s.api.autoscaling.v1.Scale',
  rules: {},
});
