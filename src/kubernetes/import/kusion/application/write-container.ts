import type {Json, JsonObject} from '../../../../core/json.ts';
import {defined} from '../../../../lib/defined.ts';
import {itemsAt, mapAt, someOf, textAt} from './field-at.ts';
import type {FoundApplication} from './found-application.ts';
import {writeChecks} from './write-probe.ts';

/** A container of a pod, and the volumes of the pod. */
type InPod = {
  readonly container: JsonObject;
  readonly volumes: readonly JsonObject[];
  readonly find: FoundApplication['find'];
  /** The variables that accessories add. */
  readonly injected: ReadonlySet<string>;
};

/** Returns a container as an application file has it, as far as the file can express it. */
export function writeContainer({container, volumes, find, injected}: InPod): JsonObject {
  const {image = '', command, args, workingDir, imagePullPolicy, securityContext} = container;
  const mounts = itemsAt(container, 'volumeMounts').map((mount) => writeMount(mount, volumes, find));
  return defined({
    image,
    imagePullPolicy,
    command,
    args,
    workingDir,
    env: someOf(variables(container, injected)),
    resources: someOf(quantities(mapAt(container, 'resources'))),
    files: someOf(Object.assign({}, ...mounts.map(({files}) => files))),
    dirs: someOf(Object.assign({}, ...mounts.map(({dirs}) => dirs))),
    ...writeChecks(container),
    securityContext,
  });
}

const variables = (container: JsonObject, injected: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(
    itemsAt(container, 'env').flatMap((variable): readonly [string, string][] => {
      const name = textAt(variable, 'name');
      const from = mapAt(variable, 'valueFrom', 'secretKeyRef');
      if (injected.has(name)) return [];
      const isSecret = textAt(from, 'name') !== '';
      return [[name, isSecret ? `secret://${textAt(from, 'name')}/${textAt(from, 'key')}` : textAt(variable, 'value')]];
    }),
  );

/** Returns `LIMIT` or `REQUEST-LIMIT` by the names of the resources. */
function quantities({requests = {}, limits = {}}: JsonObject): JsonObject {
  const [least, most] = [mapAt(requests), mapAt(limits)];
  return Object.fromEntries(
    Object.keys(most).map((name) => [
      name,
      least[name] === undefined ? textAt(most, name) : `${textAt(least, name)}-${textAt(most, name)}`,
    ]),
  );
}

type WrittenMount = {readonly files: JsonObject; readonly dirs: JsonObject};

/** Returns the files or the directory of a mount: a ConfigMap with the contents, a key of a Secret, or a whole Secret. */
function writeMount(mount: JsonObject, volumes: readonly JsonObject[], find: FoundApplication['find']): WrittenMount {
  const path = textAt(mount, 'mountPath');
  const volume = volumes.find(({name}) => name === mount['name']) ?? {};
  const {configMap, secret} = volume;
  const [map, from] = [mapAt(volume, 'configMap'), mapAt(volume, 'secret')];
  if (configMap !== undefined) {
    const contents = mapAt(find('ConfigMap', textAt(map, 'name')) ?? {}, 'data');
    const files = Object.entries(contents).map(([key, content]) => [
      `${path}/${key}`,
      defined({content, mode: modeOf(map['defaultMode'])}),
    ]);
    return {files: Object.fromEntries(files), dirs: {}};
  }
  if (secret === undefined) return {files: {}, dirs: {}};
  const [name, key] = [textAt(from, 'secretName'), textAt(mount, 'subPath')];
  if (key === '') return {files: {}, dirs: {[path]: `secret://${name}`}};
  const file = defined({contentFrom: `secret://${name}/${key}`, mode: modeOf(from['defaultMode'])});
  return {files: {[path]: file}, dirs: {}};
}

const DEFAULT_MODE = 0o644;

/** Returns permission bits in octal digits; undefined for the default. */
const modeOf = (mode: Json | undefined): string | undefined =>
  typeof mode !== 'number' || mode === DEFAULT_MODE ? undefined : mode.toString(8).padStart(4, '0');
