import {isList, type JsonPath} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {at, nameAt, objectsAt} from '../graph/edges/pod-template.ts';
import type {ResourceIndex, Subject} from '../graph/edges/resource-index.ts';
import {labelSelector, labelsOf, selects} from '../graph/edges/selector.ts';
import {placedAt} from './placed-containers.ts';
import {podsOf, type Selectable, selectsNothing} from './selected-objects.ts';
import {portsOf} from './service-targets.ts';
import type {StackFinding} from './stack-finding.ts';

const GROUP = 'monitoring.coreos.com';

/** An object that a monitor may select, and the names of its ports. */
type Scraped = Selectable & {readonly ports: readonly string[]};

/** Reports monitors of the Prometheus operator that select no Services or pods of the stack, or ports that these do not have. */
export const monitorTargets = (index: ResourceIndex): readonly StackFinding[] => [
  ...index
    .ofKind(GROUP, 'ServiceMonitor')
    .flatMap((from) => targets(from, {noun: 'Services', list: 'endpoints', all: servicesFor(index, from)})),
  ...index
    .ofKind(GROUP, 'PodMonitor')
    .flatMap((from) => targets(from, {noun: 'pods', list: 'podMetricsEndpoints', all: podsFor(index, from)})),
];

const servicesFor = (index: ResourceIndex, from: Subject): readonly Scraped[] =>
  index
    .ofKind('', 'Service')
    .filter(({namespace}) => isWatched(from, namespace))
    .map(({name, object}) => ({
      shown: `Service ${name} has`,
      labels: labelsOf(at(object, 'metadata', 'labels')),
      ports: objectsAt(object, 'spec', 'ports').flatMap((port) => nameAt(port, 'name') ?? []),
    }));

const podsFor = (index: ResourceIndex, from: Subject): readonly Scraped[] =>
  index.workloads
    .filter(({namespace}) => isWatched(from, namespace))
    .flatMap((workload) =>
      podsOf([workload]).map((pods) => ({...pods, ports: portsOf(workload).flatMap(({name}) => name ?? [])})),
    );

/** Reports whether a monitor selects objects of a namespace. Without a `namespaceSelector`, it is its own namespace. */
function isWatched({object, namespace}: Subject, other: string): boolean {
  if (at(object, 'spec', 'namespaceSelector', 'any') === true) return true;
  const names = at(object, 'spec', 'namespaceSelector', 'matchNames');
  return names !== undefined && isList(names) ? names.includes(other) : other === namespace;
}

type Targets = {readonly noun: 'pods' | 'Services'; readonly list: string; readonly all: readonly Scraped[]};

function targets(from: Subject, {noun, list, all}: Targets): readonly StackFinding[] {
  const selector = labelSelector(at(from.object, 'spec', 'selector'));
  if (selector === undefined) return [];
  const selected = all.filter(({labels}) => selects(selector, labels));
  if (selected.length === 0)
    return selectsNothing({from, selector, path: ['spec', 'selector', 'matchLabels'], noun, all});
  const known = [...new Set(selected.flatMap(({ports}) => ports))];
  return placedAt(at(from.object, 'spec'), list, ['spec']).flatMap(([endpoint, path]) => {
    const port = nameAt(endpoint, 'port');
    return port === undefined || known.includes(port)
      ? []
      : [noPort(from, {port, noun, known, path: [...path, 'port']})];
  });
}

type NoPort = Pick<Targets, 'noun'> & {
  readonly port: string;
  readonly known: readonly string[];
  readonly path: JsonPath;
};

function noPort({id}: Subject, {port, noun, known, path}: NoPort): StackFinding {
  const near = didYouMean(port, known);
  const names = known.length === 0 ? 'Their ports have no names.' : `Their ports are ${known.join(', ')}.`;
  const hint = near === undefined ? names : `Did you mean ${near}?`;
  const message = `${showPath(path)} is ${port}, but no port of the selected ${noun} has that name`;
  return {id, finding: {severity: 'warning', code: 'reference/port', path, message, hint}};
}
