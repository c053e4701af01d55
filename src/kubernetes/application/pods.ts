import type {JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import type {Application} from './application.ts';
import {environmentOf} from './environment.ts';
import {mountsOf} from './mounts.ts';
import {objectOf, sorted} from './object-of.ts';
import {checksOf} from './probe.ts';
import {resourceLimits} from './resource-limits.ts';
import {secretObject} from './secret-object.ts';
import {type NamedContainer, type StoredFile, secretName, storedFiles} from './stored-files.ts';
import {volumeSet} from './volume-set.ts';
import type {PodSpec, Volume} from './workload.ts';

/** A pod template, and the objects that its pods use. */
export type Pods = {
  readonly template: JsonObject;
  /** ConfigMaps, Secrets and PVCs. */
  readonly objects: readonly JsonObject[];
  /** True if an object has configuration, so that a change of it must restart the pods. */
  readonly isConfigured: boolean;
};

/** Returns the pod template of a workload, and the objects that its pods use. */
export function podsOf(spec: PodSpec, application: Application, more: JsonObject = {}): Pods {
  const {name, naming} = application;
  const {init = {}, sidecars = {}, volumes: written = {}, labels = {}, annotations = {}} = spec;
  const containers = Object.entries(spec.containers).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const all = [...containers, ...Object.entries(init), ...Object.entries(sidecars)];
  const files = storedFiles(all, {name, naming});
  const volumes = volumeSet();
  const declared = Object.fromEntries(
    Object.entries(written).map(([volume, source]) => [volume, volumeSource(`${name}-${volume}`, source)]),
  );
  for (const [volume, source] of Object.entries(declared)) volumes.add(volume, source);
  const mounting = {naming, declared, volumes};
  const secret = secretName(name);
  const made = new Map(all.map((one) => [one[0], containerOf(one, files, secret, mounting)]));
  const listed = (names: readonly (readonly [string, unknown])[], body: JsonObject = {}): readonly JsonObject[] =>
    names.map(([one]) => ({...made.get(one), ...body}));
  const before = [...listed(Object.entries(init)), ...listed(Object.entries(sidecars), {restartPolicy: 'Always'})];
  const secrets = Object.assign({}, ...all.map((one) => environmentOf(one, secret).secrets)) as Record<string, string>;
  const configuration = [
    ...configObjects(files, secrets, application),
    ...Object.entries(spec.secrets ?? {}).map(([one, secretSpec]) => secretObject(one, secretSpec, application)),
  ];
  return {
    template: {
      metadata: defined({
        labels: sorted({...labels, ...application.labels}),
        annotations: sorted(annotations),
      }),
      spec: defined({
        serviceAccountName: spec.serviceAccount,
        securityContext: spec.securityContext,
        imagePullSecrets: spec.imagePullSecrets?.map((one) => ({name: one})),
        topologySpreadConstraints: constraintsOf(spec),
        initContainers: before.length === 0 ? undefined : before,
        containers: listed(containers),
        volumes: volumes.volumes().length === 0 ? undefined : volumes.volumes(),
        ...more,
      }),
    },
    objects: [...configuration, ...pvcsOf(written, application)],
    isConfigured: configuration.length > 0,
  };
}

function containerOf(
  named: NamedContainer,
  files: readonly StoredFile[],
  secret: string,
  mounting: Parameters<typeof mountsOf>[2],
): JsonObject {
  const [name, container] = named;
  const {image, command, args, workingDir, imagePullPolicy, securityContext, resources} = container;
  const {variables} = environmentOf(named, secret);
  const mounts = mountsOf(named, files, mounting);
  return defined({
    name,
    image,
    imagePullPolicy,
    command,
    args,
    workingDir,
    env: variables.length === 0 ? undefined : variables,
    resources: resources === undefined ? undefined : resourceLimits(resources),
    ...checksOf(container),
    securityContext,
    volumeMounts: mounts.length === 0 ? undefined : mounts,
  });
}

/** Returns the ConfigMaps with files, and the Secrets with files and variables. */
function* configObjects(
  files: readonly StoredFile[],
  variables: Readonly<Record<string, string>>,
  application: Application,
): Generator<JsonObject> {
  // Kusion's ConfigMaps have no labels.
  const marked = application.naming === 'kusion' ? {...application, labels: {}} : application;
  const own = files.filter(({content}) => content !== undefined);
  const maps = Map.groupBy(
    own.filter((file) => file.in === 'configMap'),
    ({name}) => name,
  );
  for (const [name, group] of maps)
    yield objectOf({apiVersion: 'v1', kind: 'ConfigMap', name}, marked, {data: dataOf(group)});
  const secrets = Map.groupBy(
    own.filter((file) => file.in === 'secret'),
    ({name}) => name,
  );
  const common = secretName(application.name);
  if (Object.keys(variables).length > 0 && !secrets.has(common)) secrets.set(common, []);
  for (const [name, group] of secrets)
    yield objectOf({apiVersion: 'v1', kind: 'Secret', name}, application, {
      type: 'Opaque',
      stringData: {...dataOf(group), ...(name === common ? variables : {})},
    });
}

const dataOf = (group: readonly StoredFile[]) => Object.fromEntries(group.map(({key, content = ''}) => [key, content]));

const volumeSource = (name: string, {size, storageClass: _, accessModes: __, ...source}: Volume): JsonObject =>
  size === undefined ? (source as JsonObject) : {persistentVolumeClaim: {claimName: name}};

const pvcsOf = (volumes: Readonly<Record<string, Volume>>, application: Application): readonly JsonObject[] =>
  Object.entries(volumes).flatMap(([volume, {size, storageClass, accessModes = ['ReadWriteOnce']}]) =>
    size === undefined
      ? []
      : [
          objectOf(
            {apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: `${application.name}-${volume}`},
            application,
            {
              spec: defined({
                accessModes: [...accessModes],
                resources: {requests: {storage: size}},
                storageClassName: storageClass,
              }),
            },
          ),
        ],
  );

/** Returns the spread constraints in the order of their names: their order in a mapping has no meaning. */
function constraintsOf({topologySpreadConstraints = {}}: PodSpec): readonly JsonObject[] | undefined {
  const names = Object.keys(topologySpreadConstraints).toSorted();
  return names.length === 0 ? undefined : names.map((name) => topologySpreadConstraints[name] ?? {});
}
