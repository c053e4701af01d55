import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';

/** The fields that identify the items of a list, with the value that counts if an item lacks one. */
export type ListKeys = readonly {readonly name: string; readonly default?: Json}[];

/** The lists of a mapping that are merged item by item. All other lists are replaced as a whole. */
export type Shape = {
  readonly fields?: Readonly<Record<string, Shape>> | undefined;
  readonly lists?: Readonly<Record<string, MergedList>>;
};

/** The keys of a merged list. `set`: a list of scalars to which a patch adds. */
export type MergedList = {readonly keys: ListKeys; readonly item: Shape} | 'set';

const by = (name: string, item: Shape = {}): MergedList => ({keys: [{name}], item});
const byPort = (name: string): MergedList => ({keys: [{name}, {name: 'protocol', default: 'TCP'}], item: {}});

const METADATA: Shape = {lists: {finalizers: 'set', ownerReferences: by('uid')}};

const CONTAINER: Shape = {
  lists: {
    env: by('name'),
    ports: byPort('containerPort'),
    volumeMounts: by('mountPath'),
    volumeDevices: by('devicePath'),
  },
  fields: {resources: {lists: {claims: by('name')}}},
};

const POD_SPEC: Shape = {
  lists: {
    containers: by('name', CONTAINER),
    initContainers: by('name', CONTAINER),
    ephemeralContainers: by('name', CONTAINER),
    volumes: by('name'),
    imagePullSecrets: by('name'),
    hostAliases: by('ip'),
    resourceClaims: by('name'),
    schedulingGates: by('name'),
    topologySpreadConstraints: {keys: [{name: 'topologyKey'}, {name: 'whenUnsatisfiable'}], item: {}},
  },
};

const WEBHOOKS: Shape = {lists: {webhooks: by('name', {lists: {matchConditions: by('name')}})}};
const ADMISSION_POLICY: Shape = {fields: {spec: {lists: {matchConditions: by('name'), variables: by('name')}}}};

/** The lists that Kubernetes merges by keys, by group and kind. Pod specs are recognized by their content. */
const BY_KIND: Readonly<Record<string, Shape>> = {
  '/Service': {fields: {spec: {lists: {ports: byPort('port')}}}},
  '/ServiceAccount': {lists: {secrets: by('name')}},
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': WEBHOOKS,
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': WEBHOOKS,
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': ADMISSION_POLICY,
  'admissionregistration.k8s.io/MutatingAdmissionPolicy': ADMISSION_POLICY,
};

/** Returns the shape of a whole object. */
export function shapeOfObject(object: JsonObject): Shape {
  const {group, kind} = identityOf(object);
  return BY_KIND[`${group}/${kind}`] ?? {};
}

/** Returns the shape of a field: from the shape of its parent, or from the value itself. */
export function shapeOfField(parent: Shape, name: string, values: readonly (Json | undefined)[]): Shape {
  const known = parent.fields?.[name];
  if (known !== undefined) return known;
  if (name === 'metadata') return METADATA;
  return values.some(isPodSpec) ? POD_SPEC : {};
}

const CONTAINER_LISTS = ['containers', 'initContainers', 'ephemeralContainers'];

/** Reports whether a value is a pod spec. Custom kinds (Rollout, Knative's Service) contain pod specs under names of their own. */
const isPodSpec = (value: Json | undefined): boolean =>
  isObject(value) &&
  CONTAINER_LISTS.some((name) => {
    const list = value[name];
    return isList(list) && list.some((item) => isObject(item) && typeof item['name'] === 'string');
  });

/** Reports whether a field is a list of containers, whose items merge by name. */
export const isContainerList = (name: string): boolean => CONTAINER_LISTS.includes(name);
