import type {JsonObject} from '../../../core/json.ts';
import {namespaceOf} from '../../model/metadata.ts';
import {objectAt, partAt, textAt} from '../../model/part.ts';
import type {Write} from '../../model/rules.ts';
import {itemsAt} from '../objects/fields.ts';

type Amounts = {readonly limits: JsonObject; readonly requests: JsonObject};

/** Sets the missing requests and limits of the containers of a new Pod, by the LimitRanges of its namespace (LimitRanger admission). */
export function withDefaultLimits({object: pod, cluster}: Write): JsonObject {
  return cluster.list('limitranges', namespaceOf(pod)).reduce((changed, range) => {
    const amounts = amountsOf(range);
    const [inits, ofInits] = filled(changed, 'initContainers', 'init container', amounts);
    const [containers, ofContainers] = filled(changed, 'containers', 'container', amounts);
    const said = [...ofContainers, ...ofInits];
    if (said.length === 0) return changed;
    const metadata = partAt(changed, 'metadata');
    const annotations = {
      ...objectAt(metadata, 'annotations'),
      'kubernetes.io/limit-ranger': `LimitRanger plugin set: ${said.join('; ')}`,
    };
    const spec = {...objectAt(changed, 'spec'), ...inits, ...containers};
    return {...changed, metadata: {...metadata, annotations}, spec};
  }, pod);
}

/** Returns the default amounts of a LimitRange. If two items have the same resource, the later one counts. */
function amountsOf(range: JsonObject): Amounts {
  const ofContainers = itemsAt(range, 'spec', 'limits')
    .map(([item]) => item)
    .filter((item) => item['type'] === 'Container');
  return {
    limits: Object.assign({}, ...ofContainers.map((item) => objectAt(item, 'default'))) as JsonObject,
    requests: Object.assign({}, ...ofContainers.map((item) => objectAt(item, 'defaultRequest'))) as JsonObject,
  };
}

function filled(
  pod: JsonObject,
  list: string,
  what: string,
  amounts: Amounts,
): readonly [spec: JsonObject, said: readonly string[]] {
  const all = itemsAt(pod, 'spec', list).map(([container]) => {
    const resources = partAt(container, 'resources');
    const [requests, newRequests] = completed(objectAt(resources, 'requests'), amounts.requests);
    const [limits, newLimits] = completed(objectAt(resources, 'limits'), amounts.limits);
    const name = textAt(container, 'name');
    return {
      container: {...container, resources: {...resources, ...part('limits', limits), ...part('requests', requests)}},
      said: [
        ...(newRequests.length === 0 ? [] : [`${newRequests.join(', ')} request for ${what} ${name}`]),
        ...(newLimits.length === 0 ? [] : [`${newLimits.join(', ')} limit for ${what} ${name}`]),
      ],
    };
  });
  const said = all.flatMap((one) => one.said);
  return [said.length === 0 ? {} : {[list]: all.map(({container}) => container)}, said];
}

function completed(given: JsonObject | undefined, defaults: JsonObject): readonly [JsonObject, readonly string[]] {
  const missing = Object.keys(defaults)
    .filter((name) => given?.[name] === undefined)
    .toSorted();
  return [{...given, ...Object.fromEntries(missing.map((name) => [name, defaults[name] ?? '']))}, missing];
}

const part = (name: string, amounts: JsonObject): JsonObject =>
  Object.keys(amounts).length === 0 ? {} : {[name]: amounts};
