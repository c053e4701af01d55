import {isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {compareQuantities, quantityOf} from '../fields/quantity.ts';
import {at, nameAt, objectsAt, type PodTemplate} from '../graph/edges/pod-template.ts';
import {type Finding, refused} from './finding.ts';
import {type PlacedContainer, placedAt, placedContainers} from './placed-containers.ts';
import {portProblem} from './ports.ts';

/** Checks the pods of an object by the rules of the server, and for mistakes with which pods never start. */
export function podFindings(object: JsonObject, pod: PodTemplate): readonly Finding[] {
  const containers = placedContainers(pod);
  return [
    ...sameNames(containers),
    ...containers.flatMap((one) => [
      ...imageFindings(one),
      ...environmentFindings(one),
      ...resourceFindings(one),
      ...portFindings(one),
      ...probeFindings(one),
      ...mountFindings(one, pod, object),
    ]),
    ...volumeFindings(pod),
  ];
}

/** Reports names that an init container and a container share: all names in a pod must be unique. */
function sameNames(containers: readonly PlacedContainer[]): readonly Finding[] {
  const first = new Map<Json | undefined, JsonPath>();
  return containers.flatMap(({container: {name}, path}) => {
    const other = first.get(name);
    if (other === undefined) first.set(name, path);
    // The check of list keys reports duplicates within one list.
    if (other === undefined || name === undefined || other.at(-2) === path.at(-2)) return [];
    return [refused('object/duplicate-key', [...path, 'name'], `is also the name of ${showPath(other)}`)];
  });
}

function imageFindings({container, path}: PlacedContainer): readonly Finding[] {
  const {image = null} = container;
  if (image === null || image === '') return [refused('object/missing-field', [...path, 'image'], 'is missing')];
  if (typeof image !== 'string' || !/\s/.test(image)) return [];
  return [refused('object/invalid-image', [...path, 'image'], `is ${JSON.stringify(image)}: an image has no spaces`)];
}

const environmentFindings = ({container, path}: PlacedContainer): readonly Finding[] =>
  placedAt(container, 'env', path)
    .filter(([{value, valueFrom}]) => typeof value === 'string' && value !== '' && isObject(valueFrom))
    .map(([, place]) => refused('object/two-values', place, 'has both value and valueFrom', 'Remove one of them.'));

function resourceFindings({container, path}: PlacedContainer): readonly Finding[] {
  const [requests, limits] = [at(container, 'resources', 'requests'), at(container, 'resources', 'limits')];
  if (!isObject(requests) || !isObject(limits)) return [];
  return Object.entries(requests).flatMap(([name, request]) => {
    const [wanted, most] = [quantityOf(request), quantityOf(limits[name])];
    if (wanted === undefined || most === undefined || compareQuantities(wanted, most) <= 0) return [];
    const place = [...path, 'resources', 'requests', name];
    return [refused('object/over-limit', place, `is ${shown(request)}, more than the limit of ${shown(limits[name])}`)];
  });
}

/** Returns a quantity, which is a text or a number. */
const shown = (quantity: Json | undefined): string =>
  typeof quantity === 'string' ? quantity : JSON.stringify(quantity);

const portFindings = ({container, path}: PlacedContainer): readonly Finding[] =>
  placedAt(container, 'ports', path).flatMap(([port, place]) => [
    ...portProblem(port['containerPort'], [...place, 'containerPort']),
    ...portName(port['name'], [...place, 'name']),
  ]);

/** The name of a port in a pod. */
function portName(name: Json | undefined, path: JsonPath): readonly Finding[] {
  if (typeof name !== 'string' || name === '') return [];
  if (name.length <= 15 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && /[a-z]/.test(name)) return [];
  const rule = 'at most 15 lower case letters, digits and single -, with a letter';
  return [refused('object/invalid-name', path, `is ${JSON.stringify(name)}, must have ${rule}`)];
}

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'];
const HANDLERS = ['exec', 'grpc', 'httpGet', 'tcpSocket'];

function probeFindings({container, path, isInit}: PlacedContainer): readonly Finding[] {
  const names = objectsAt(container, 'ports').flatMap(({name}) => (typeof name === 'string' ? [name] : []));
  return PROBES.flatMap((field): readonly Finding[] => {
    const probe = container[field];
    if (!isObject(probe)) return [];
    const place = [...path, field];
    if (isInit) return [refused('object/not-allowed', place, 'is not allowed in an init container')];
    const handlers = HANDLERS.filter((handler) => isObject(probe[handler]));
    if (handlers.length !== 1) {
      const message = handlers.length === 0 ? 'checks nothing' : `has ${handlers.join(' and ')}`;
      return [refused('object/invalid-probe', place, `${message}: it needs one of ${HANDLERS.join(', ')}`)];
    }
    const [handler = ''] = handlers;
    const port = at(probe, handler, 'port');
    const portPath = [...place, handler, 'port'];
    const successes = probe['successThreshold'];
    return [
      ...portProblem(port, portPath),
      ...(typeof port === 'string' && Number.isNaN(Number(port)) && !names.includes(port)
        ? [unknownPort(port, portPath, names)]
        : []),
      ...(field !== 'readinessProbe' && typeof successes === 'number' && successes > 1
        ? [refused('object/not-allowed', [...place, 'successThreshold'], `is ${successes}, must be 1 here`)]
        : []),
    ];
  });
}

function unknownPort(port: string, path: JsonPath, names: readonly string[]): Finding {
  const near = didYouMean(port, names);
  const hint = near === undefined ? namedPorts(names) : `Did you mean ${near}?`;
  return refused('reference/port', path, `is ${port}, but no port of the container has that name`, hint);
}

const namedPorts = (names: readonly string[]): string | undefined =>
  names.length === 0 ? 'No port of the container has a name.' : `Its ports are ${names.join(', ')}.`;

function mountFindings(
  {container, path}: PlacedContainer,
  {spec}: PodTemplate,
  object: JsonObject,
): readonly Finding[] {
  const claims = object['kind'] === 'StatefulSet' ? objectsAt(object, 'spec', 'volumeClaimTemplates') : [];
  const volumes = [
    ...objectsAt(spec, 'volumes').map((volume) => nameAt(volume, 'name')),
    ...claims.map((claim) => nameAt(claim, 'metadata', 'name')),
  ].filter((name) => name !== undefined);
  return ['volumeMounts', 'volumeDevices'].flatMap((list) =>
    placedAt(container, list, path).flatMap(([mount, place]) => {
      const name = nameAt(mount, 'name');
      if (name === undefined || volumes.includes(name)) return [];
      const near = didYouMean(name, volumes);
      const hint = near === undefined ? undefined : `Did you mean ${near}?`;
      return [
        refused('reference/volume', [...place, 'name'], `is ${name}, but the pod has no volume of that name`, hint),
      ];
    }),
  );
}

const volumeFindings = ({spec, path}: PodTemplate): readonly Finding[] =>
  placedAt(spec, 'volumes', [...path, 'spec']).flatMap(([volume, place]) => {
    const sources = Object.keys(volume).filter((key) => key !== 'name' && isObject(volume[key]));
    if (sources.length < 2) return [];
    return [refused('object/two-values', place, `has ${sources.join(' and ')}: a volume has one source`)];
  });
